"""What people can do. Each file here holds acts; a new file is found by itself."""

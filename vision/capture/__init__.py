"""Where pictures come from: files, game folders, cameras and streams behind one Source."""

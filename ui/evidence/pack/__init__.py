"""Evidence packs: everything that shows one incident, in a folder that can be checked without this program's help."""

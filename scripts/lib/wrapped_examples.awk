# Prints the lines of C++ files that stand in the example of a comment, at its margin, and close more
# brackets than they open: clang-format took an example for prose because it was too long for a line.
/^ *\/\/   [^ }]/ {
  text = $0
  if (gsub(/[)}]/, "", text) > gsub(/[({]/, "", text)) print FILENAME ":" FNR ":" $0
}

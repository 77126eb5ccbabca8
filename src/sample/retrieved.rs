//! A retriever's JSON pasted as it is: an array of strings, or of objects with their text under a usual name.

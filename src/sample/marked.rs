//! A ground truth pasted as one text with `[ESSENTIAL PASSAGE]` and `[BONUS PASSAGE]` markers (seed 000).

# Adds up what test runners say at their ends, and prints "PASSED FAILED SKIPPED SUMMARIES" (the last: how many
# closing lines were found; 0 means that nothing was counted). Reads:
#   cargo test, wasm-bindgen-test   test result: ok. 3 passed; 0 failed; 1 ignored; …
#   cargo nextest                   Summary [ 0.2s] 4 tests run: 3 passed (1 slow), 1 failed, 0 skipped
#   our own runners                 3 passed, 0 failed, 1 skipped
#   node's test runner              # pass 3   or   ℹ pass 3   (and fail, cancelled, skipped, todo)

function number(word,    at) {   # the number before `word` in the line, or 0
  at = match(line, "[0-9]+ " word)
  return at ? substr(line, at) + 0 : 0
}

{
  line = $0
  gsub(/\033\[[0-9;]*[A-Za-z]/, "", line)
  sub(/\r$/, "", line)
}

line ~ /^test result: / {
  passed += number("passed"); failed += number("failed"); skipped += number("ignored"); found++
  next
}
line ~ /^ *Summary \[.*tests? run: / {
  passed += number("passed"); skipped += number("skipped"); found++
  failed += number("failed") + number("exec failed") + number("timed out")
  next
}
line ~ /^([A-Za-z]+: )?[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$/ {
  passed += number("passed"); failed += number("failed"); skipped += number("skipped"); found++
  next
}
line ~ /^(#|ℹ) (pass|fail|cancelled|skipped|todo) [0-9]+$/ {
  split(line, word, " ")
  if (word[2] == "pass") { passed += word[3]; found++ }
  else if (word[2] == "fail" || word[2] == "cancelled") failed += word[3]
  else skipped += word[3]
}

END { print passed + 0, failed + 0, skipped + 0, found + 0 }

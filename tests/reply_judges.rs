//! Scores of the judges of seed 003, and lists of mistakes over whole replies.
#![allow(clippy::unwrap_used, reason = "a test may")]

use assay::evaluation::{Reason, Stop};
use assay::reply::list::lines;
use assay::reply::score::judge_score;
use assay::stats::rational;

#[test]
fn scores() {
    for (text, want) in [
        ("Response: 1.0", Ok("1")),
        ("Response: 0,25", Ok("0.25")),
        ("Response: score 0.8", Ok("0.8")),
        ("Response: score: 0.8", Ok("0.8")),
        ("**Response:** 40%", Ok("0.4")),
        ("Response: **\"0.8\"**", Ok("0.8")),
        ("Response: .9 out of 1", Ok("0.9")),
        ("Response: 0.5/1.0", Ok("0.5")),
        ("```json\n{\"Response\": 1.0}\n```", Ok("1")),
        ("{'score': 0.5}", Ok("0.5")),
        ("Response：１", Ok("1")),
        ("回應：０．５", Ok("0.5")),
        ("得分為 0.5 分", Ok("0.5")),
        ("Response: {0.5}", Ok("0.5")),
        ("The score is 0.5.", Ok("0.5")),
        ("0.75", Ok("0.75")),
        ("**0.75**\n", Ok("0.75")),
        ("80%", Ok("0.8")),
        ("<think>Response: 0</think>Response: 1", Ok("1")),
        (
            "Response: I checked 4 claims; a score of 1 is out of the question.\n\n**Final Response: 0.5**",
            Ok("0.5"),
        ),
        ("Response: 0.5\n\nThe response makes 2 claims.", Ok("0.5")),
        ("Response: 8 out of 10", Err(Reason::OutOfScale)),
        ("Response (0-1): 0.8", Ok("0.8")),
        ("Response: 0.8 (out of 1)", Ok("0.8")),
        ("Response: 0.8 on a scale of 0 to 1", Ok("0.8")),
        ("Response: 80 percent", Ok("0.8")),
        ("Response: 1 (out of 10)", Err(Reason::OutOfScale)),
        ("Response (0-10): 1", Err(Reason::OutOfScale)),
        ("得分：1（滿分5分）", Err(Reason::OutOfScale)),
        ("Response: 1.00000000001", Err(Reason::OutOfScale)),
        ("Response: -0.00000000001", Err(Reason::OutOfScale)),
        ("Response: 100.00000000001%", Err(Reason::OutOfScale)),
        ("Response: 99999999999999999999", Err(Reason::OutOfScale)),
        ("Response: 4/5", Err(Reason::OutOfScale)),
        ("Response: 1.5", Err(Reason::OutOfScale)),
        ("Response: -0.5", Err(Reason::OutOfScale)),
        ("Response: 140%", Err(Reason::OutOfScale)),
        ("Response: irrelevant", Err(Reason::Unreadable)),
        ("Response: one", Err(Reason::Unreadable)),
        (
            "The response makes 2 claims, and 1 of them is not supported.",
            Err(Reason::Unreadable),
        ),
        ("I can't.", Err(Reason::Unreadable)),
        ("The response is 1 sentence long.", Err(Reason::Unreadable)),
        ("Response 1 is better.", Err(Reason::Unreadable)),
        ("The answer is 0 percent wrong.", Err(Reason::Unreadable)),
        ("The response is 1.", Ok("1")),
        ("The score is 1 because it answers.", Ok("1")),
        ("$\\boxed{0.8}$", Ok("0.8")),
        ("Response: \\boxed{1}", Ok("1")),
        ("<score>0.5</score>", Ok("0.5")),
        ("{\"result\": {\"Response\": \"0.5\"}}", Ok("0.5")),
        ("Response: N/A", Err(Reason::MissingVerdict)),
        ("Response: 0 or 1", Err(Reason::MissingVerdict)),
        ("Response: between 0 and 1", Err(Reason::Unreadable)),
        ("評分：０．５／１", Ok("0.5")),
        ("スコア：1", Ok("1")),
        ("Response: half", Err(Reason::Unreadable)),
        ("Response: 0.5-0.7", Err(Reason::MissingVerdict)),
        (" ", Err(Reason::EmptyReply)),
        ("<think> 0.5", Err(Reason::Truncated)),
    ] {
        let got = judge_score(text, Stop::Stop).map(|score| rational::plain(score, 9));
        assert_eq!(got, want.map(str::to_owned), "{text}");
    }
    for (text, want) in [
        ("Response: 0.", Err(Reason::Truncated)),
        ("Response: 0.8", Err(Reason::Truncated)),
        ("0.8", Err(Reason::Truncated)),
        ("Response:", Err(Reason::Truncated)),
        ("", Err(Reason::Truncated)),
        ("Response: 0.8\n\nBecause the", Ok("0.8")),
    ] {
        let got = judge_score(text, Stop::Length).map(|score| rational::plain(score, 9));
        assert_eq!(got, want.map(str::to_owned), "{text}");
    }
}

#[test]
fn a_leading_line_with_a_colon() {
    let source =
        "Levi is in charge of two things:\n- call the printer\n- order paper\nLevi also books the room.";
    let read = |text: &str| lines::read(text, Stop::Stop, Some(source)).unwrap().items;
    let own = read("Levi is in charge of two things:");
    assert_eq!(own.len(), 1);
    assert_eq!(
        source.get(own[0].at.clone().unwrap()),
        Some("Levi is in charge of two things:")
    );
    assert_eq!(
        read("Here are the misattributed items:\n- call the printer").len(),
        1
    );
    let explained = read("Levi also books the room. (It is Dana.)");
    assert_eq!(
        (explained[0].text.as_str(), &explained[0].at),
        ("Levi also books the room. (It is Dana.)", &None)
    );
}

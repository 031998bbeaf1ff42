use super::*;
use crate::EmbeddingOptions;
use crate::library::entry_embedding::tests::{new_library, open};

fn call(tool: &str, arguments: &str) -> ToolCall {
    ToolCall {
        at: String::new(),
        client: "table 1.0".to_owned(),
        tool: tool.to_owned(),
        arguments: arguments.to_owned(),
        results: Some(3),
        milliseconds: 0.25,
        error: None,
        entries: Vec::new(),
    }
}

#[tokio::test]
async fn the_log_keeps_the_last_500_calls_and_cuts_long_arguments() {
    let (_home, library) = new_library(EmbeddingOptions::default()).await;
    for number in 0..510 {
        library.note_call(call(&format!("tool-{number}"), "{}"));
        if number % 100 == 0 {
            library.write_calls().await;
        }
    }
    library.note_call(call("last", &"é".repeat(400)));
    let calls = library.activity(1_000).await.unwrap();
    assert_eq!((calls.len(), calls[0].tool.as_str(), calls[499].tool.as_str()), (500, "last", "tool-11"));
    assert_eq!(calls[0].arguments, format!("{}…", "é".repeat(MAX_ARGUMENT_CHARS)));
    assert!(!calls[0].at.is_empty() && calls[1].at <= calls[0].at);
    assert_eq!(library.activity(2).await.unwrap(), calls[..2]);
}

#[tokio::test]
async fn switching_the_log_off_deletes_it_for_good() {
    let (home, library) = new_library(EmbeddingOptions::default()).await;
    library.note_call(call("before", "{}"));
    library.write_calls().await;
    library.note_call(call("pending", "{}"));
    library.keep_activity(false).await.unwrap();
    library.note_call(call("after", "{}"));
    assert_eq!(library.activity(10).await.unwrap(), []);
    library.close().await;
    let library = open(home.path(), EmbeddingOptions::default()).await;
    assert!(!library.notes_calls());
    library.keep_activity(true).await.unwrap();
    library.note_call(call("again", "{}"));
    library.close().await;
    let library = open(home.path(), EmbeddingOptions::default()).await;
    assert_eq!(library.activity(10).await.unwrap()[0].tool, "again", "closing writes pending calls");
}

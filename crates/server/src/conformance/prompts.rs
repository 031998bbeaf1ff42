//! The prompts, and the completion of their arguments.

use rmcp::ErrorData;
use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, ContentBlock, GetPromptRequestParams,
    GetPromptResult, Prompt, PromptArgument, PromptMessage, Reference, ResourceContents, Role,
};

use super::{materials, questions};

const SIMPLE: &str = "test_simple_prompt";
const WITH_ARGUMENTS: &str = "test_prompt_with_arguments";
const WITH_RESOURCE: &str = "test_prompt_with_embedded_resource";
const WITH_IMAGE: &str = "test_prompt_with_image";

/// What an argument can be completed to.
const CITIES: [&str; 3] = ["paris", "parma", "pisa"];

/// The prompts that are listed.
pub(super) fn all() -> Vec<Prompt> {
    let needed =
        |name: &str, words: &str| PromptArgument::new(name).with_description(words).with_required(true);
    let prompt = |name: &str, words: &str, arguments: Vec<PromptArgument>| {
        Prompt::new(name, Some(words), (!arguments.is_empty()).then_some(arguments))
    };
    vec![
        prompt(SIMPLE, "One message.", Vec::new()),
        prompt(
            WITH_ARGUMENTS,
            "A message with what it was given.",
            vec![needed("arg1", "A word."), needed("arg2", "Another word.")],
        ),
        prompt(
            WITH_RESOURCE,
            "A message with a resource in it.",
            vec![needed("resourceUri", "The address of the resource.")],
        ),
        prompt(WITH_IMAGE, "A message with a picture.", Vec::new()),
        prompt(questions::PROMPT, "A message for which the client is asked first.", Vec::new()),
    ]
}

/// A prompt, if it is one of these.
pub(super) fn get(request: &GetPromptRequestParams) -> Option<Result<GetPromptResult, ErrorData>> {
    let argument = |name: &str| {
        let given = request.arguments.as_ref().and_then(|arguments| arguments.get(name)?.as_str());
        given.ok_or_else(|| ErrorData::invalid_params(format!("the prompt needs `{name}`, a text"), None))
    };
    let messages = match request.name.as_str() {
        SIMPLE => Ok(vec![ContentBlock::text("This is a simple prompt for testing.")]),
        WITH_ARGUMENTS => argument("arg1").and_then(|first| {
            let second = argument("arg2")?;
            let text = format!("Prompt with arguments: arg1='{first}', arg2='{second}'");
            Ok(vec![ContentBlock::text(text)])
        }),
        WITH_RESOURCE => argument("resourceUri").map(|uri| {
            let resource = ResourceContents::text("Embedded resource content for testing.", uri);
            vec![
                ContentBlock::resource(resource),
                ContentBlock::text("Please process the embedded resource above."),
            ]
        }),
        WITH_IMAGE => Ok(vec![
            ContentBlock::image(materials::PICTURE, "image/png"),
            ContentBlock::text("Please analyze the image above."),
        ]),
        _ => return None,
    };
    Some(messages.map(|messages| {
        GetPromptResult::new(
            messages.into_iter().map(|content| PromptMessage::new(Role::User, content)).collect(),
        )
    }))
}

/// Completes an argument, if it is one of these prompts'.
pub(super) fn complete(request: &CompleteRequestParams) -> Option<Result<CompleteResult, ErrorData>> {
    let Reference::Prompt(prompt) = &request.r#ref else { return None };
    if prompt.name != WITH_ARGUMENTS {
        return None;
    }
    let begun = request.argument.value.to_lowercase();
    let cities = CITIES.into_iter().filter(|city| city.starts_with(&begun)).map(str::to_owned).collect();
    let completion = CompletionInfo::with_all_values(cities);
    Some(completion.map(CompleteResult::new).map_err(|error| ErrorData::internal_error(error, None)))
}

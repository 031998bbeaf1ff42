//! The tool `roll`.

use lore::dice::{Roll, Rolled};

use crate::protocol::registry::{Aliases, Failure, Success, Tool, ToolRequest};

impl Tool for Roll {
    const NAME: &'static str = "roll";
    const TITLE: &'static str = "Roll dice";
    const DESCRIPTION: &'static str = "Rolls dice, or on a table of an entry such as Trinkets. Never make up a roll. Returns the total, each die, the table's row, \
        and the `seed` that repeats the roll. Examples: {\"dice\": \"2d20kh1+5\"}; {\"table\": \"Bag of Tricks\", \"column\": \"gray\"}.";
    const ALIASES: Aliases = &[("notation", "dice"), ("uri", "table"), ("heading", "column")];
    type Value = Rolled;

    async fn call(mut self, request: ToolRequest<'_>) -> Result<Success<Rolled>, Failure> {
        if self.seed.is_none() {
            let random = getrandom::u64().map_err(|error| lore::Error::Internal(error.to_string()))?;
            // Every program reads a number of 53 bits from JSON exactly.
            self.seed = Some((random >> 11).cast_signed());
        }
        let (rolled, answer) = request.session.library().await?.roll(&self).await?;
        Ok(Success { campaign: answer.campaign, ..Success::of(rolled) }.with_messages(&answer.messages))
    }
}

/** What models are trained to read as marks: `<|im_start|>`, `<s>`, `[INST]`, `<start_of_turn>`. */
const marks = /(<\|[^|<>\n]{1,60}\|>|<\/?[a-z_][\w:.-]{0,40}>|\[\/?[A-Z_]{2,30}\]|<｜[^｜<>\n]{1,60}｜>)/

/** Longer prompts are cut on the screen, not in what is copied. Characters. */
const longestShown = 50_000

/** A prompt as the model gets it, its marks in color. */
export function PromptText({ prompt }: { prompt: string }) {
  return (
    <>
      {prompt
        .slice(0, longestShown)
        .split(marks)
        .map((piece, index) =>
          index % 2 === 1 ? (
            // Pieces have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index} className="tok-keyword">
              {piece}
            </span>
          ) : (
            piece
          ),
        )}
      {prompt.length > longestShown ? `\n… ${(prompt.length - longestShown).toLocaleString('en')} characters more` : null}
    </>
  )
}

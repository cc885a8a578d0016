/** Markers that models are trained on: `<|im_start|>`, `<s>`, `[INST]`, `<start_of_turn>`. */
const marks = /(<\|[^|<>\n]{1,60}\|>|<\/?[a-z_][\w:.-]{0,40}>|\[\/?[A-Z_]{2,30}\]|<｜[^｜<>\n]{1,60}｜>)/

/** Prompts longer than this are truncated on screen, but copied in full. Characters. */
const longestShown = 50_000

/** The prompt as the model receives it, with its special tokens highlighted. */
export function PromptText({ prompt }: { prompt: string }) {
  return (
    <>
      {prompt
        .slice(0, longestShown)
        .split(marks)
        .map((piece, index) =>
          index % 2 === 1 ? (
            // Pieces have no identity other than their position.
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

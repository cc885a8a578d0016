import { type Block, py } from '../../code/index.ts'
import type { CheckedCall } from '../resolve-call.ts'

/** The chat call that both Python clients share, and the handling of its response. */
export function pythonChatCall({ streams }: CheckedCall, values: Block): Block {
  if (!streams)
    return py`
      completion = client.chat.completions.create(
          ${values}
      )

      print(completion.choices[0].message)
    `
  return py`
    stream = client.chat.completions.create(
        ${values}
        stream=True,
    )

    for chunk in stream:
        if chunk.choices:
            print(chunk.choices[0].delta.content or "", end="", flush=True)
  `
}

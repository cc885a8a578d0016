import { type Block, py } from '../../code/index.ts'
import type { CheckedCall } from '../resolve-call.ts'

/** The call that both Python clients of chat have, and what is done with its answer. */
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

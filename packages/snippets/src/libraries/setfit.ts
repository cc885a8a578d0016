import { lines, py, when } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/**
 * The revision applies to the head only, not to the body: to pin one, the folder is passed. @see https://huggingface.co/docs/setfit — API of release 1.2
 */
export const library = defineLibrary({
  id: 'setfit',
  label: 'setfit',
  repo: 'https://github.com/huggingface/setfit',
  docs: 'https://huggingface.co/docs/setfit',
  filter: true,
  downloads: 'default',
  names: { pypi: ['setfit', 'huggingface_hub'] },
  install: () => ({ python: ['setfit'] }),
  snippets(facts, target) {
    const pinned = revisionOf(target) !== null
    const device = when(target.device !== 'auto', py`, device=${target.device}`)
    const code = lines(
      'python',
      [
        lines('python', [when(pinned, py`from huggingface_hub import snapshot_download`), py`from setfit import SetFitModel`]),
        lines('python', [
          when(pinned, pythonSnapshot(facts, target)),
          pinned ? py`model = SetFitModel.from_pretrained(path${device})` : py`model = SetFitModel.from_pretrained(${facts.id}${device})`,
          py`print(model.predict(["The crossing was calm and the crew was kind.", "We waited for hours in the rain."]))`,
        ]),
      ],
      1,
    )
    return { drafts: [{ id: 'classify', title: 'Classify texts', code: pythonBlock(target, code) }] }
  },
})

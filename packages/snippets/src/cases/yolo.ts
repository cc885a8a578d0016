import { fill, py, when } from '../code/index.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import type { Note, Snippets } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

/** Detects objects with the weights of a repository: `YOLO` reads the version from them, so the class for a version need not be guessed. */
export function detectObjects(facts: ModelFacts, target: Target): Snippets {
  const file = filesEnding(facts, '.pt').find((name) => !name.startsWith('-'))
  const version = [...facts.tags].find((tag) => /^yolov\d+$/.test(tag))
  const notes: Note[] = [
    ...(version === undefined
      ? [{ code: 'yolo-version-unknown' as const, text: 'No tag such as yolov8 says which version this is; the weights themselves do.' }]
      : []),
    ...(file === undefined ? [{ code: 'file-missing' as const, text: 'No .pt file is known of this revision. Fill in its name.' }] : []),
    { code: 'pickle', text: 'A .pt file is a pickle: loading it can run code. Do it only with files you trust.' },
  ]
  const device = when(target.device !== 'auto', py`, device=${target.device}`)
  const code = py`
    from huggingface_hub import hf_hub_download
    from ultralytics import YOLO

    path = hf_hub_download(${facts.id}, ${file ?? fill('your-weights.pt')}${pythonRevision(target)})
    model = YOLO(path)
    model.predict(source=${fill('your-image.jpg')}, save=True${device})
  `
  return { drafts: [{ id: 'predict', title: 'Detect objects in a picture', code: pythonBlock(target, code) }], notes }
}

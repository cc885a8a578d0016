import { fill, lines, py } from '../code/index.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://onnxruntime.ai/docs/api/python */
export const library = defineLibrary({
  id: 'onnx',
  label: 'ONNX Runtime',
  repo: 'https://github.com/microsoft/onnxruntime',
  docs: 'https://onnxruntime.ai',
  filter: true,
  downloads: ext('onnx'),
  names: { pypi: ['onnxruntime', 'huggingface_hub'] },
  install: () => ({ python: ['onnxruntime', 'huggingface_hub'], conda: ['onnxruntime', 'huggingface_hub'] }),
  offers: (facts) => filesEnding(facts, '.onnx').length > 0,
  snippets(facts, target) {
    const files = filesEnding(facts, '.onnx')
    const file = files.find((path) => /(^|\/)model\.onnx$/.test(path)) ?? files[0]
    const notes: Note[] =
      file === undefined ? [{ code: 'file-missing', text: 'No .onnx file is known of this revision. Fill in its name.' }] : []
    const code = py`
      import onnxruntime
      from huggingface_hub import hf_hub_download

      ${lines('python', [
        py`path = hf_hub_download(${facts.id}, ${file ?? fill('your-model.onnx')}${pythonRevision(target)})`,
        ...beside(facts, file).map((name) => py`hf_hub_download(${facts.id}, ${name}${pythonRevision(target)})`),
      ])}
      session = onnxruntime.InferenceSession(path)
      for tensor in session.get_inputs():
          print(tensor.name, tensor.type, tensor.shape)
    `
    return { drafts: [{ id: 'session', title: 'Open the model and see what it takes', code: pythonBlock(target, code) }], notes }
  },
})

/** Models over 2 GB keep their weights in separate files, which the runtime expects in the same folder. */
function beside(facts: ModelFacts, file: string | undefined): string[] {
  if (file === undefined) return []
  return facts.files
    .filter((name) => name.startsWith(file) && /^(_data|\.data|\.onnx_data)(_\d+)?$/.test(name.slice(file.length)))
    .slice(0, 20)
}

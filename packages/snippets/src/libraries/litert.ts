import { fill, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://ai.google.dev/edge/litert — API of release 2.3 of ai-edge-litert */
export const library = defineLibrary({
  id: 'litert',
  label: 'LiteRT',
  repo: 'https://github.com/google-ai-edge/LiteRT',
  filter: false,
  downloads: ext('tflite'),
  names: { pypi: ['ai-edge-litert', 'huggingface_hub'] },
  install: () => ({ python: ['ai-edge-litert', 'huggingface_hub'] }),
  snippets(facts, target) {
    const [file] = filesEnding(facts, '.tflite')
    const code = py`
      import numpy as np
      from ai_edge_litert.interpreter import Interpreter
      from huggingface_hub import hf_hub_download

      path = hf_hub_download(${facts.id}, ${file ?? fill('your-model.tflite')}${pythonRevision(target)})
      interpreter = Interpreter(model_path=path)
      interpreter.allocate_tensors()

      # your input: here zeros, in the shape and type that the model asks for
      for details in interpreter.get_input_details():
          interpreter.set_tensor(details["index"], np.zeros(details["shape"], dtype=details["dtype"]))
      interpreter.invoke()
      for details in interpreter.get_output_details():
          print(details["name"], interpreter.get_tensor(details["index"]))
    `
    return {
      drafts: [{ id: 'run', title: 'Run the model', code: pythonBlock(target, code) }],
      notes: file === undefined ? [{ code: 'file-missing', text: 'No .tflite file is known of this revision. Fill in its name.' }] : [],
    }
  },
})

import { fill, py } from '../code/index.ts'
import { anyOf, ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://github.com/bytedance/LVFace — inference_onnx.py of the checkout */
export const library = defineLibrary({
  id: 'lvface',
  label: 'LVFace',
  repo: 'https://github.com/bytedance/LVFace',
  downloads: anyOf(ext('pt'), ext('onnx')),
  names: { none: 'Its makers publish it in their repository only: the lvface of PyPI is another project.' },
  install: () => ({
    checkout: { url: 'https://github.com/bytedance/LVFace', requirements: 'requirements.txt' },
    python: ['huggingface_hub'],
  }),
  snippets(facts, target) {
    const files = filesEnding(facts, '.onnx').filter((name) => !name.startsWith('-'))
    const usual = 'LVFace-L_Glint360K/LVFace-L_Glint360K.onnx'
    const file = files.find((name) => name === usual) ?? files[0] ?? (facts.files.length === 0 ? usual : fill('your-model.onnx'))
    const code = py`
      import onnxruntime
      from huggingface_hub import hf_hub_download
      from inference_onnx import LVFaceONNXInferencer

      path = hf_hub_download(${facts.id}, ${file}${pythonRevision(target)})
      use_gpu = "CUDAExecutionProvider" in onnxruntime.get_available_providers()
      inferencer = LVFaceONNXInferencer(path, use_gpu=use_gpu, timeout=300)
      embedding = inferencer.infer_from_image(${fill('your-face.jpg')})
      print(embedding.shape)
    `
    return { drafts: [{ id: 'embed', title: 'Embed a face', code: pythonBlock(target, code) }] }
  },
})

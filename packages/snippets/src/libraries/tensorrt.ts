import { fill, py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/**
 * Weights may be in separate files next to the .onnx file, so the folder is downloaded. @see https://docs.nvidia.com/deeplearning/tensorrt/ — API of
 * release 11
 */
export const library = defineLibrary({
  id: 'tensorrt',
  label: 'TensorRT',
  repo: 'https://github.com/NVIDIA/TensorRT',
  downloads: ext('onnx'),
  names: { none: 'Its Python module is compiled: there is no source in which names could be looked up.' },
  install: () => ({ python: ['tensorrt', 'huggingface_hub'] }),
  snippets(facts, target) {
    const [file] = filesEnding(facts, '.onnx')
    const code = py`
      from pathlib import Path

      import tensorrt as trt
      from huggingface_hub import snapshot_download

      ${pythonSnapshot(facts, target)}
      logger = trt.Logger(trt.Logger.WARNING)
      builder = trt.Builder(logger)
      network = builder.create_network()
      parser = trt.OnnxParser(network, logger)
      if not parser.parse_from_file(str(Path(path, ${file ?? fill('your-model.onnx')}))):
          raise SystemExit(parser.get_error(0))

      engine = builder.build_serialized_network(network, builder.create_builder_config())
      with open("model.engine", "wb") as file:
          file.write(engine)
    `
    return {
      drafts: [{ id: 'build', title: 'Build an engine for this machine', code: pythonBlock(target, code) }],
      notes: [
        { code: 'gpu-required', text: 'An engine is built on the NVIDIA graphics card that it runs on.' },
        ...(file === undefined
          ? [{ code: 'file-missing' as const, text: 'No .onnx file is known of this revision. Fill in its name.' }]
          : []),
        {
          code: 'input-needed',
          text: 'A model with inputs of no fixed size needs an optimisation profile in the builder configuration before it can be built.',
        },
      ],
    }
  },
})

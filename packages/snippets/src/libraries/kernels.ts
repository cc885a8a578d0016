import { py } from '../code/index.ts'
import { allOf, ext, stem } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://huggingface.co/docs/kernels — API of release 0.17 */
export const library = defineLibrary({
  id: 'kernels',
  label: 'Kernels',
  repo: 'https://github.com/huggingface/kernels',
  docs: 'https://huggingface.co/docs/kernels',
  downloads: allOf(stem('_ops'), ext('py')),
  names: { pypi: ['kernels'] },
  install: () => ({ python: ['kernels', 'torch'] }),
  snippets(facts, target) {
    const code = py`
      from kernels import get_kernel

      kernel = get_kernel(${facts.id}${pythonRevision(target)})
      print(dir(kernel))
    `
    return {
      drafts: [{ id: 'load', title: 'Load the kernel', code: pythonBlock(target, code) }],
      notes: [
        { code: 'remote-code', text: 'A kernel is compiled code that runs in your process. Take only those that you trust.' },
        { code: 'gpu-required', text: 'Most kernels are built for graphics cards of one maker: the folders below build/ tell which.' },
      ],
    }
  },
})

import { fill, lines, py, when } from '../code/index.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * The seventh generation is enabled before the import. Paths are passed without their extension. @see https://github.com/BlinkDL/ChatRWKV — API of
 * release 0.8
 */
export const library = defineLibrary({
  id: 'rwkv',
  label: 'RWKV',
  repoName: 'RWKV-LM',
  repo: 'https://github.com/BlinkDL/RWKV-LM',
  docs: 'https://rwkv.com/',
  filter: false,
  downloads: ext('pth'),
  names: { pypi: ['rwkv', 'huggingface_hub'] },
  install: () => ({ python: ['rwkv', 'torch', 'huggingface_hub'] }),
  snippets(facts, target) {
    const file = filesEnding(facts, '.pth')[0]
    const about = `${facts.id} ${file ?? ''}`
    const isSeventh = /rwkv-?v?7|x070/i.test(about)
    const strategy =
      target.device === 'auto'
        ? py`"cuda fp16" if torch.cuda.is_available() else "cpu fp32"`
        : py`${target.device === 'cuda' ? 'cuda fp16' : target.device === 'mps' ? 'mps fp32' : 'cpu fp32'}`
    const code = lines(
      'python',
      [
        when(
          isSeventh,
          lines('python', [
            when(
              target.isHuggingFace,
              py`
                import os

              `,
            ),
            py`os.environ["RWKV_V7_ON"] = "1"  # before rwkv is imported`,
          ]),
        ),
        py`
          ${when(target.device === 'auto', py`import torch`)}
          from huggingface_hub import hf_hub_download
          from rwkv.model import RWKV
          from rwkv.utils import PIPELINE, PIPELINE_ARGS
        `,
        py`
          path = hf_hub_download(${facts.id}, ${file ?? fill('your-model.pth')}${pythonRevision(target)})
          model = RWKV(model=path.removesuffix(".pth"), strategy=${strategy})
          pipeline = PIPELINE(model, ${/pile/i.test(about) ? fill('20B_tokenizer.json') : 'rwkv_vocab_v20230424'})
          print(pipeline.generate("Once upon a time", token_count=100, args=PIPELINE_ARGS(temperature=1.0, top_p=0.5)))
        `,
      ],
      1,
    )
    return {
      drafts: [{ id: 'generate', title: 'Continue a text', code: pythonBlock(target, code) }],
      notes: [
        { code: 'pickle', text: 'A .pth file is unpickled, which can run code from the file. Do it only with files you trust.' },
        ...(file === undefined
          ? [{ code: 'file-missing' as const, text: 'No .pth file is known of this revision. Fill in its name.' }]
          : []),
      ],
    }
  },
})

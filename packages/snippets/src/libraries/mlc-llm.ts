import { chat } from '../facts/model-facts.ts'
import { json, lines, py, sh, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonSnapshot } from '../preamble.ts'

/**
 * Its own downloads (HF://…) only support huggingface.co; a folder is loaded as is. @see https://llm.mlc.ai/docs/deploy/python_engine.html — its main
 * branch
 */
export const library = defineLibrary({
  id: 'mlc-llm',
  label: 'MLC-LLM',
  repo: 'https://github.com/mlc-ai/mlc-llm',
  docs: 'https://llm.mlc.ai/docs/',
  filter: false,
  downloads: path('mlc-chat-config.json'),
  names: { none: 'Its makers publish its packages at mlc.ai, not on PyPI.' },
  install: () => ({
    tool: sh`
      pip install --pre -U -f https://mlc.ai/wheels mlc-llm-nightly-cpu mlc-ai-nightly-cpu
      pip install huggingface_hub
    `,
  }),
  snippets(facts, target) {
    const code = py`
      from huggingface_hub import snapshot_download
      from mlc_llm import MLCEngine

      ${lines('python', [
        pythonSnapshot(facts, target),
        py`engine = MLCEngine(path${when(target.device === 'cpu' || target.device === 'cuda', py`, device=${target.device}`)})`,
      ])}
      response = engine.chat.completions.create(
          messages=${json(chat(facts.widgetText ?? 'Why do ships carry anchors?'))},
          model=path,
      )
      print(response.choices[0].message.content)
      engine.terminate()
    `
    return {
      drafts: [{ id: 'chat', title: 'Chat with the model', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'platform',
          text: 'The packages named here are for Linux without CUDA and for macOS with Metal; for CUDA and ROCm its documentation names others.',
        },
      ],
    }
  },
})

import { fill, lines, py, sh } from '../code/index.ts'
import { defineLibrary, type Draft, type Note } from '../library.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock, pythonRevision, shellEndpoint, shellRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

const platform: Note = { code: 'platform', text: 'MLX runs on Apple silicon, and on Linux with an NVIDIA graphics card.' }

/** @see https://github.com/ml-explore/mlx-lm (release 0.32), https://github.com/Blaizzy/mlx-vlm (release 0.7) */
export const library = defineLibrary({
  id: 'mlx',
  label: 'MLX',
  repo: 'https://github.com/ml-explore/mlx-examples/tree/main',
  filter: true,
  downloads: 'default',
  names: { pypi: ['mlx-lm', 'mlx-vlm'] },
  install: (facts) => ({
    python: [facts.task === 'image-text-to-text' ? 'mlx-vlm' : facts.task === 'text-generation' ? 'mlx-lm' : 'huggingface_hub'],
  }),
  snippets(facts, target) {
    if (facts.task === 'image-text-to-text') return { drafts: [describePicture(facts, target)], notes: [platform] }
    if (facts.task === 'text-generation') return { drafts: [writeText(facts, target)], notes: [platform] }
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id}${shellRevision(target)} --local-dir ${facts.name.startsWith('-') ? `./${facts.name}` : facts.name}`,
    ])
    return { drafts: [{ id: 'download', title: 'Download the model', code }], notes: [platform] }
  },
})

function describePicture(facts: ModelFacts, target: Target): Draft {
  const { imports, fetch, source } = pinnedFolder(facts, target)
  const code = py`
    ${lines('python', [
      imports,
      py`
        from mlx_vlm import generate, load
        from mlx_vlm.prompt_utils import apply_chat_template
        from mlx_vlm.utils import load_config
      `,
    ])}

    ${lines('python', [
      fetch,
      py`
        model, processor = load(${source})
        config = load_config(${source})
      `,
    ])}

    images = [${fill('your-image.jpg')}]
    prompt = apply_chat_template(processor, config, ${facts.widgetText ?? 'Describe this picture.'}, num_images=1)
    output = generate(model, processor, prompt, images)
    print(output.text)
  `
  return { id: 'describe', title: 'Describe a picture', code: pythonBlock(target, code) }
}

function writeText(facts: ModelFacts, target: Target): Draft {
  const load = py`model, tokenizer = load(${facts.id}${pythonRevision(target)})`
  const code = facts.isConversational
    ? py`
        from mlx_lm import generate, load

        ${load}
        messages = [{"role": "user", "content": ${facts.widgetText ?? 'Which ocean is the deepest?'}}]
        prompt = tokenizer.apply_chat_template(messages, add_generation_prompt=True)
        text = generate(model, tokenizer, prompt=prompt, verbose=True)
      `
    : py`
        from mlx_lm import generate, load

        ${load}
        text = generate(model, tokenizer, prompt=${facts.widgetText ?? 'Once upon a time'}, verbose=True)
      `
  return { id: 'generate', title: 'Generate text', code: pythonBlock(target, code) }
}

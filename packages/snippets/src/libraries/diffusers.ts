import { type Block, fill, py, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { allOf, anyOf, atRoot, ext, path } from '../download-rule.ts'
import { defineLibrary, type Draft, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

const prompts = {
  image: 'An old sea chart of an imaginary coast, ink on parchment, fine detail',
  edit: 'Turn this picture into an ink drawing',
  video: 'The waves roll in slowly and the sails fill',
}

/** LoRA weights load through peft, and videos are written by imageio. @see https://huggingface.co/docs/diffusers — API of release 0.42 */
export const library = defineLibrary({
  id: 'diffusers',
  label: 'Diffusers',
  repo: 'https://github.com/huggingface/diffusers',
  docs: 'https://huggingface.co/docs/diffusers',
  filter: true,
  downloads: anyOf(
    path('model_index.json'),
    path('modular_model_index.json'),
    allOf(atRoot, anyOf(ext('safetensors'), ext('ckpt'), ext('bin'))),
  ),
  names: { pypi: ['diffusers'] },
  install: (facts) => {
    const extras = [
      ...(facts.tags.has('lora') ? ['peft'] : []),
      ...(facts.task === 'image-to-video' || facts.task === 'text-to-video' ? ['imageio', 'imageio-ffmpeg'] : []),
    ]
    return {
      python: ['diffusers', 'transformers', 'accelerate', 'torch', ...extras],
      conda: ['diffusers', 'transformers', 'accelerate', 'pytorch', ...extras],
    }
  },
  offers: (facts) => facts.tags.has('diffusers'),
  snippets(facts, target) {
    const usesBase = facts.tags.has('controlnet') || facts.tags.has('lora') || facts.tags.has('textual_inversion')
    const notes: Note[] =
      usesBase && facts.baseModel === null
        ? [{ code: 'base-model-missing', text: 'The card does not say which base model this belongs to. Fill it in.' }]
        : []
    return { drafts: [draft(facts, target)], notes }
  },
})

function draft(facts: ModelFacts, target: Target): Draft {
  const code = py`
    import torch
    ${body(facts, target)}
  `
  return { id: 'pipeline', title: 'Run the pipeline', code: pythonBlock(target, code) }
}

/** A choice of device that works where the code runs; Apple's `mps` included. */
function chooseDevice(target: Target): Block {
  if (target.device !== 'auto') return py`device = ${target.device}`
  return py`device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"`
}

function has(facts: ModelFacts, className: string): boolean {
  return facts.tags.has(className) || facts.tags.has(`diffusers:${className}`) || facts.pipelineClass === className
}

function body(facts: ModelFacts, target: Target): Block {
  const id = facts.id
  const revision = pythonRevision(target)
  const base = facts.baseModel === null ? fill('owner/base-model') : facts.baseModel
  const prompt = (kind: keyof typeof prompts) => facts.widgetText ?? facts.instancePrompt ?? prompts[kind]
  const move = py`
    ${chooseDevice(target)}
  `
  if (has(facts, 'StableDiffusionInpaintPipeline') || has(facts, 'StableDiffusionXLInpaintPipeline')) {
    return py`
      from diffusers import AutoPipelineForInpainting
      from diffusers.utils import load_image

      ${move}
      pipe = AutoPipelineForInpainting.from_pretrained(${id}${revision}, dtype=torch.float16).to(device)
      image = load_image(${fill('your-image.png')}).resize((1024, 1024))
      mask = load_image(${fill('your-mask.png')}).resize((1024, 1024))
      result = pipe(
          prompt=${prompt('image')},
          image=image,
          mask_image=mask,
          guidance_scale=8.0,
          num_inference_steps=20,
          strength=0.99,
          generator=torch.Generator(device).manual_seed(0),
      ).images[0]
      result.save("output.png")
    `
  }
  if (facts.tags.has('controlnet')) {
    return py`
      from diffusers import ControlNetModel, StableDiffusionControlNetPipeline
      from diffusers.utils import load_image

      ${move}
      controlnet = ControlNetModel.from_pretrained(${id}${revision})
      pipe = StableDiffusionControlNetPipeline.from_pretrained(${base}, controlnet=controlnet).to(device)
      pipe(${prompt('image')}, image=load_image(${fill('your-control-image.png')})).images[0].save("output.png")
    `
  }
  if (facts.tags.has('lora')) return loraBody(facts, target, base, move, prompt)
  if (facts.tags.has('textual_inversion')) {
    return py`
      from diffusers import DiffusionPipeline

      ${move}
      pipe = DiffusionPipeline.from_pretrained(${base}).to(device)
      pipe.load_textual_inversion(${id}${revision})
      pipe(${prompt('image')}).images[0].save("output.png")
    `
  }
  if (has(facts, 'FluxFillPipeline')) {
    return py`
      from diffusers import FluxFillPipeline
      from diffusers.utils import load_image

      ${move}
      pipe = FluxFillPipeline.from_pretrained(${id}${revision}, dtype=torch.bfloat16).to(device)
      result = pipe(
          prompt=${prompt('image')},
          image=load_image(${fill('your-image.png')}),
          mask_image=load_image(${fill('your-mask.png')}),
          height=1632,
          width=1232,
          guidance_scale=30,
          num_inference_steps=50,
          max_sequence_length=512,
          generator=torch.Generator("cpu").manual_seed(0),
      ).images[0]
      result.save("output.png")
    `
  }
  const load = py`pipe = DiffusionPipeline.from_pretrained(${id}${revision}, dtype=torch.bfloat16).to(device)`
  return py`
    from diffusers import DiffusionPipeline
    ${taskImports(facts.task)}

    ${move}
    ${load}
    ${taskCall(facts.task, prompt)}
  `
}

function loraBody(
  facts: ModelFacts,
  target: Target,
  base: string | ReturnType<typeof fill>,
  move: Block,
  prompt: (kind: keyof typeof prompts) => string,
): Block {
  return py`
    from diffusers import DiffusionPipeline
    ${taskImports(facts.task)}

    ${move}
    pipe = DiffusionPipeline.from_pretrained(${base}, dtype=torch.bfloat16).to(device)
    pipe.load_lora_weights(${facts.id}${pythonRevision(target)})
    ${taskCall(facts.task, prompt)}
  `
}

function taskImports(task: string | null): Block | undefined {
  if (task === 'image-to-video') return py`from diffusers.utils import export_to_video, load_image`
  if (task === 'text-to-video') return py`from diffusers.utils import export_to_video`
  return when(task === 'image-to-image', py`from diffusers.utils import load_image`)
}

function taskCall(task: string | null, prompt: (kind: keyof typeof prompts) => string): Block {
  switch (task) {
    case 'image-to-image':
      return py`pipe(image=load_image(${fill('your-image.png')}), prompt=${prompt('edit')}).images[0].save("output.png")`
    case 'image-to-video':
      return py`
        frames = pipe(image=load_image(${fill('your-image.png')}), prompt=${prompt('video')}).frames[0]
        export_to_video(frames, "output.mp4")
      `
    case 'text-to-video':
      return py`
        frames = pipe(prompt=${prompt('video')}).frames[0]
        export_to_video(frames, "output.mp4")
      `
    case 'unconditional-image-generation':
      return py`pipe().images[0].save("output.png")`
    default:
      return py`pipe(${prompt('image')}).images[0].save("output.png")`
  }
}

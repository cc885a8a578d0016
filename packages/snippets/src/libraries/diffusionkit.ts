import { type Block, fill, py } from '../code/index.ts'
import { filesEnding, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { noRevision, pythonBlock, pythonRevision } from '../preamble.ts'
import { revisionOf, type Target } from '../target.ts'

/** The repositories whose layout is in the source of release 0.5, with their weights: looking up any other name fails. */
const known: ReadonlyMap<string, string> = new Map([
  ['argmaxinc/mlx-stable-diffusion-3-medium', 'sd3_medium.safetensors'],
  ['argmaxinc/mlx-stable-diffusion-3.5-large', 'sd3.5_large.safetensors'],
  ['argmaxinc/mlx-stable-diffusion-3.5-large-4bit-quantized', 'sd3.5_large_4bit_quantized.safetensors'],
  ['argmaxinc/mlx-FLUX.1-schnell', 'flux-schnell.safetensors'],
  ['argmaxinc/mlx-FLUX.1-schnell-4bit-quantized', 'flux-schnell-4bit-quantized.safetensors'],
  ['argmaxinc/mlx-FLUX.1-dev', 'flux1-dev.safetensors'],
])

const prompt = 'A lighthouse on a rocky coast, watercolour'

/** @see https://github.com/argmaxinc/DiffusionKit — API of release 0.5.2 */
export const library = defineLibrary({
  id: 'diffusionkit',
  label: 'DiffusionKit',
  repo: 'https://github.com/argmaxinc/DiffusionKit',
  downloads: 'default',
  names: { pypi: ['diffusionkit', 'huggingface_hub'] },
  install: () => ({ python: ['diffusionkit'] }),
  snippets(facts, target) {
    const isFlux = facts.tags.has('flux')
    const notes: Note[] = [{ code: 'platform', text: 'It runs on Apple silicon only.' }]
    if (isFlux) notes.push(...noRevision(target, 'The pipeline for FLUX'))
    if (isFlux && !known.has(facts.id))
      notes.push({
        code: 'fixed-model',
        text: 'Of FLUX, release 0.5 loads the repositories of argmaxinc that it knows by name; any other id is a KeyError.',
      })
    if (!target.isHuggingFace)
      notes.push({
        code: 'fixed-model',
        text: `Beside the weights it loads ${isFlux || known.has(facts.id) ? '' : 'the configuration of argmaxinc/mlx-stable-diffusion-3-medium and '}the text encoders of argmaxinc/stable-diffusion: that has to be on this hub too.`,
      })
    const code = pythonBlock(target, isFlux ? flux(facts) : stableDiffusion(facts, target))
    return { drafts: [{ id: 'generate', title: 'Make a picture', code }], notes }
  },
})

/** The FLUX checkpoint and its decoder are two files, only one of which can be passed, so it is loaded by id. */
function flux(facts: ModelFacts): Block {
  return py`
    from diffusionkit.mlx import FluxPipeline

    pipeline = FluxPipeline(shift=1.0, model_version=${facts.id}, low_memory_mode=True, a16=True, w16=True)
    height, width = 512, 512
    image, _ = pipeline.generate_image(${prompt}, cfg_weight=0, num_steps=4, latent_size=(height // 8, width // 8))
    image.save("output.png")
  `
}

function stableDiffusion(facts: ModelFacts, target: Target): Block {
  const file = known.get(facts.id)
  const run = py`
    height, width = 512, 512
    image, _ = pipeline.generate_image(${prompt}, cfg_weight=5, num_steps=50, latent_size=(height // 8, width // 8))
    image.save("output.png")
  `
  if (file !== undefined && revisionOf(target) === null) {
    return py`
      from diffusionkit.mlx import DiffusionPipeline

      pipeline = DiffusionPipeline(
          shift=3.0,
          use_t5=False,
          model_version=${facts.id},
          low_memory_mode=True,
          a16=True,
          w16=True,
      )
      ${run}
    `
  }
  const layout = file === undefined ? 'argmaxinc/mlx-stable-diffusion-3-medium' : facts.id
  const weights = file ?? filesEnding(facts, '.safetensors')[0] ?? fill('your-model.safetensors')
  return py`
    from diffusionkit.mlx import DiffusionPipeline
    from huggingface_hub import hf_hub_download

    pipeline = DiffusionPipeline(
        shift=3.0,
        use_t5=False,
        model_version=${layout},  # the layout that the weights have
        local_ckpt=hf_hub_download(${facts.id}, ${weights}${pythonRevision(target)}),
        low_memory_mode=True,
        a16=True,
        w16=True,
    )
    ${run}
  `
}

import { fill, py, when } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://github.com/feyninc/nobg — API of release 0.3 */
export const library = defineLibrary({
  id: 'nobg',
  label: 'nobg',
  repo: 'https://github.com/feyninc/nobg',
  filter: false,
  downloads: 'default',
  names: { pypi: ['nobg'] },
  install: () => ({ python: ['nobg'] }),
  snippets(facts, target) {
    const isPromptable = facts.tags.has('promptable')
    const load = py`
      model = AutoModel.from_pretrained(${facts.id}${pythonRevision(target)}).eval()
      processor = AutoProcessor.from_pretrained(${facts.id}${pythonRevision(target)})
    `
    const predict = py`
      from nobg import AutoModel, AutoProcessor

      ${load}
      cutout = model.predict(processor, ${fill('your-image.jpg')}${when(isPromptable, py`, "the ship"`)})
      cutout.save("cutout.png")
    `
    const byHand = py`
      import torch
      from loadimg import load_img
      from nobg import AutoModel, AutoProcessor

      ${load}
      image = load_img(${fill('your-image.jpg')}).convert("RGB")
      inputs = processor(image, return_tensors="pt")
      with torch.no_grad():
          outputs = model(pixel_values=inputs["pixel_values"])
      alpha = processor.post_process_alpha_matting(outputs, target_sizes=[(image.height, image.width)])[0]
      processor.cutout(image, alpha).save("cutout.png")
    `
    return {
      drafts: [
        { id: 'predict', title: 'Take the background away', code: pythonBlock(target, predict) },
        { id: 'by-hand', title: 'The same, step by step', code: pythonBlock(target, byHand) },
      ],
    }
  },
})

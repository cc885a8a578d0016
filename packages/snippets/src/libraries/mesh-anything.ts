import { lines, py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://github.com/buaacyw/MeshAnything — main.py builds the model from its arguments and loads the file into it */
export const library = defineLibrary({
  id: 'mesh-anything',
  label: 'MeshAnything',
  repo: 'https://github.com/buaacyw/MeshAnything',
  filter: false,
  downloads: path('MeshAnything_350m.pth'),
  names: { none: 'Not on PyPI: the code runs inside a checkout of its repository.' },
  install: () => ({
    checkout: { url: 'https://github.com/buaacyw/MeshAnything', requirements: 'requirements.txt' },
    python: ['huggingface_hub'],
  }),
  snippets(facts, target) {
    const code = py`
      from argparse import Namespace

      import torch
      from huggingface_hub import hf_hub_download
      from MeshAnything.models.meshanything import MeshAnything

      # main.py lists all settings, app.py shows how a mesh is made with them
      settings = Namespace(
          llm="facebook/opt-350m", codebook_size=8192, codebook_dim=1024, n_max_triangles=800, max_vertices=800, n_discrete_size=128
      )
      model = MeshAnything(settings)
      ${lines('python', [
        py`weights = hf_hub_download(${facts.id}, "MeshAnything_350m.pth"${pythonRevision(target)})`,
        py`model.load_state_dict(torch.load(weights, map_location="cpu"), strict=False)`,
      ])}
      model.eval()
    `
    return {
      drafts: [{ id: 'load', title: 'Load the model', code: pythonBlock(target, code) }],
      notes: [
        { code: 'input-needed', text: 'The settings have to be those of main.py in the checkout: compare them before you run this.' },
        { code: 'pickle', text: 'A .pth file is a pickle: loading it can run code. Do it only with files you trust.' },
      ],
    }
  },
})

import { fill, py } from '../code/index.ts'
import { anyOf, ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * A repo is a registry of vehicles; a model in it is identified by a four-part name. @see https://natlabrockies.github.io/routee-powertrain — API of
 * release 2.0
 */
export const library = defineLibrary({
  id: 'routee-powertrain',
  label: 'RouteE-Powertrain',
  repo: 'https://github.com/NatLabRockies/routee-powertrain',
  docs: 'https://natlabrockies.github.io/routee-powertrain/',
  filter: false,
  downloads: anyOf(ext('onnx'), ext('joblib')),
  names: { pypi: ['routee-powertrain', 'huggingface_hub'] },
  install: () => ({ python: ['routee-powertrain', 'pandas'] }),
  snippets(facts, target) {
    const code = py`
      import pandas as pd
      import routee.powertrain as pt
      from routee.powertrain.registry import HFRegistry

      registry = HFRegistry(repo_id=${facts.id}${pythonRevision(target)})
      for found in pt.query_available_models(registry=registry):  # narrow it with make=, model=, year= …
          print(found)

      model = pt.load_model(${fill('make/vehicle/year/config')}, registry=registry)
      links = pd.DataFrame({"distance": [0.5, 1.2], "speed_mph": [25.0, 55.0], "grade_percent": [0.0, 1.5]})
      print(model.predict(links))
    `
    return { drafts: [{ id: 'predict', title: 'Estimate the energy of a drive', code: pythonBlock(target, code) }] }
  },
})

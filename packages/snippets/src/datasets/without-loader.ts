import { defineDatasetLibrary, type DatasetLibrary } from './dataset-library.ts'

/** Libraries without a call that loads a repository from any hub: the code fetches the files, and a note says so. */
export const withoutLoader: readonly DatasetLibrary[] = [
  // Its metadata comes from a huggingface.co address that this hub does not have.
  ['mlcroissant', 'Croissant', 'https://github.com/mlcommons/croissant/tree/main/python/mlcroissant'],
  ['datadesigner', 'NeMo Data Designer', 'https://github.com/NVIDIA-NeMo/DataDesigner'],
  ['harbor', 'Harbor', 'https://github.com/harbor-framework/harbor'],
  ['verifiers', 'Verifiers', 'https://github.com/PrimeIntellect-ai/verifiers'],
  ['openenv', 'OpenEnv', 'https://github.com/huggingface/OpenEnv'],
  ['nemo-gym', 'NeMo Gym', 'https://github.com/NVIDIA-NeMo/Gym'],
].map(([id = '', label = '', repo = '']) =>
  defineDatasetLibrary({ id, label, repo, names: { none: 'Its documentation names no call that loads a repository of a hub.' } }),
)

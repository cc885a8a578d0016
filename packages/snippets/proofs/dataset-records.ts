import { type DatasetLibrary, isDatasetLibraryOffered } from '../src/datasets/dataset-library.ts'
import { datasetLibraries, datasetPlan, type Target, toDatasetFacts } from '../src/index.ts'
import { printAll, type PrintedBlock } from './printed-block.ts'

export const files = (...paths: string[]) => paths.map((rfilename) => ({ rfilename }))

/** A dataset for each library, and for each format that its code depends on. */
export const datasetRecords: Readonly<Record<string, object>> = {
  parquet: { id: 'ada/tides', siblings: files('README.md', 'data/test-00000-of-00001.parquet', 'data/train-00000-of-00001.parquet') },
  csv: { id: 'ada/tides', siblings: files('a.csv'), cardData: { configs: [{ config_name: 'ports' }, { config_name: 'ships' }] } },
  tsv: { id: 'ada/tides', siblings: files('a.tsv') },
  json: { id: 'ada/tides', siblings: files('dataset_infos.json', 'a.json') },
  jsonl: { id: 'ada/tides', siblings: files('train.jsonl') },
  shards: { id: 'ada/tides', siblings: files('a-0.tar') },
  lance: { id: 'ada/tides', siblings: files('data/a.lance/_versions/1.manifest') },
  tagged: {
    id: 'ada/tides',
    siblings: files('a.txt'),
    tags: ['distilabel', 'library:argilla', 'fiftyone', 'mlcroissant', 'datadesigner', 'harbor', 'verifiers', 'openenv', 'nemo-gym'],
  },
}

/** The code of every dataset library for a dataset, whether or not it is offered. */
export function datasetBlocks(record: unknown, target: Target): PrintedBlock[] {
  const facts = toDatasetFacts(record)
  return datasetLibraries.flatMap((library) => printAll(datasetPlan(library, facts, target)))
}

/** The code of one library for the datasets it is offered for. */
export function offeredBlocks(library: DatasetLibrary, target: Target): PrintedBlock[] {
  return Object.values(datasetRecords)
    .map((record) => toDatasetFacts(record))
    .filter((facts) => isDatasetLibraryOffered(library, facts))
    .flatMap((facts) => printAll(datasetPlan(library, facts, target)))
}

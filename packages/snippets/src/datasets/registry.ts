import { library as argilla } from './argilla.ts'
import { library as dask } from './dask.ts'
import type { DatasetLibrary } from './dataset-library.ts'
import { library as datasets } from './datasets.ts'
import { library as distilabel } from './distilabel.ts'
import { library as duckdb } from './duckdb.ts'
import { library as fiftyone } from './fiftyone.ts'
import { library as lance } from './lance.ts'
import { library as pandas } from './pandas.ts'
import { library as polars } from './polars.ts'
import { library as webdataset } from './webdataset.ts'
import { withoutLoader } from './without-loader.ts'

/** The 16 dataset libraries of huggingface.co, in display order. */
export const datasetLibraries: readonly DatasetLibrary[] = [
  datasets,
  pandas,
  polars,
  duckdb,
  dask,
  webdataset,
  lance,
  distilabel,
  argilla,
  fiftyone,
  ...withoutLoader,
]

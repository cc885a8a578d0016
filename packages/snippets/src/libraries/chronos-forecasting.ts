import { fill, py, when } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** @see https://github.com/amazon-science/chronos-forecasting — API of release 2.3 */
export const library = defineLibrary({
  id: 'chronos-forecasting',
  label: 'Chronos',
  repo: 'https://github.com/amazon-science/chronos-forecasting',
  downloads: 'default',
  names: { pypi: ['chronos-forecasting', 'pandas'] },
  install: () => ({ python: ['chronos-forecasting', 'pandas'] }),
  snippets(facts, target) {
    const device = when(target.device !== 'auto', py`${target.device}`) ?? py`"cuda" if torch.cuda.is_available() else "cpu"`
    const code = py`
      import pandas as pd
      ${when(target.device === 'auto', py`import torch`)}
      from chronos import BaseChronosPipeline

      pipeline = BaseChronosPipeline.from_pretrained(${facts.id}${pythonRevision(target)}, device_map=${device})

      history = pd.read_csv(${fill('your-series.csv')})  # columns: item_id, Month, #Passengers
      forecast = pipeline.predict_df(
          history,
          prediction_length=36,
          quantile_levels=[0.1, 0.5, 0.9],
          id_column="item_id",
          timestamp_column="Month",
          target="#Passengers",
      )
      print(forecast)
    `
    return { drafts: [{ id: 'forecast', title: 'Forecast a series', code: pythonBlock(target, code) }] }
  },
})

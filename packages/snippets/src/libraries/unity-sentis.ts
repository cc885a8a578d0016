import { cs, fill, lines, sh } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/**
 * Since release 2.2, Sentis is the package com.unity.ai.inference. @see
 * https://docs.unity3d.com/Packages/com.unity.ai.inference@2.6/manual/index.html — API of release 2.6
 */
export const library = defineLibrary({
  id: 'unity-sentis',
  label: 'unity-sentis',
  repo: 'https://github.com/Unity-Technologies/sentis-samples',
  filter: true,
  downloads: ext('sentis'),
  names: { none: 'C# for the Unity editor: its package is on no registry that can be read here.' },
  install: () => ({ python: ['huggingface_hub'] }),
  snippets(facts, target) {
    const file = filesEnding(facts, '.sentis').find((name) => !name.startsWith('-'))
    const notes: Note[] = [
      ...(file === undefined
        ? [{ code: 'file-missing' as const, text: 'No .sentis file is known of this revision. Fill in its name.' }]
        : []),
      {
        code: 'input-needed',
        text: 'Install the package com.unity.ai.inference in your project. A C# file in the repository shows how this model is used.',
      },
      {
        code: 'version-unknown',
        text: 'The file does not tell which release wrote it, and others may refuse it. With Sentis 1 the namespace is Unity.Sentis, and WorkerFactory.CreateWorker makes the worker.',
      },
    ]
    const fetch = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id} ${file ?? fill('your-model.sentis')}${shellRevision(target)} --local-dir Assets/StreamingAssets`,
    ])
    const code = cs`
      using Unity.InferenceEngine;
      using UnityEngine;

      public class RunModel : MonoBehaviour
      {
          Worker worker;

          void Start()
          {
              string modelName = ${file ?? fill('your-model.sentis')};
              Model model = ModelLoader.Load(Application.streamingAssetsPath + "/" + modelName);
              worker = new Worker(model, BackendType.GPUCompute);
          }

          void OnDestroy()
          {
              worker?.Dispose();
          }
      }
    `
    return {
      drafts: [
        { id: 'fetch', title: 'Fetch the model, in the folder of your project', code: fetch },
        { id: 'load', title: 'Load the model in Unity', code },
      ],
      notes,
    }
  },
})

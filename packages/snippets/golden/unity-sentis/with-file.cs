// Load the model in Unity
using Unity.Sentis;
using UnityEngine;

public class RunModel : MonoBehaviour
{
    IWorker worker;

    void Start()
    {
        string modelName = "tiny_stories.sentis";
        Model model = ModelLoader.Load(Application.streamingAssetsPath + "/" + modelName);
        worker = WorkerFactory.CreateWorker(BackendType.GPUCompute, model);
    }

    void OnDestroy()
    {
        worker?.Dispose();
    }
}

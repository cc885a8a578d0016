// Load the model in Unity
using Unity.InferenceEngine;
using UnityEngine;

public class RunModel : MonoBehaviour
{
    Worker worker;

    void Start()
    {
        string modelName = "tiny_stories.sentis";
        Model model = ModelLoader.Load(Application.streamingAssetsPath + "/" + modelName);
        worker = new Worker(model, BackendType.GPUCompute);
    }

    void OnDestroy()
    {
        worker?.Dispose();
    }
}

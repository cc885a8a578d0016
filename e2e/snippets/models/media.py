"""Tiny models of transformers and diffusers for audio and image input, speech and image output."""

import json

import tiny
import torch

VISION = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64, "image_size": 32, "patch_size": 8}


def wav2vec2_config(**settings):
    from transformers import Wav2Vec2Config

    torch.manual_seed(0)
    return Wav2Vec2Config(
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        conv_dim=(16,) * 7,
        num_conv_pos_embeddings=16,
        num_conv_pos_embedding_groups=2,
        classifier_proj_size=16,
        **settings,
    )


def audio_classification(folder):
    from transformers import Wav2Vec2FeatureExtractor, Wav2Vec2ForSequenceClassification

    Wav2Vec2ForSequenceClassification(wav2vec2_config(num_labels=3)).save_pretrained(folder)
    Wav2Vec2FeatureExtractor().save_pretrained(folder)


def speech_recognition(folder):
    from transformers import Wav2Vec2CTCTokenizer, Wav2Vec2FeatureExtractor, Wav2Vec2ForCTC, Wav2Vec2Processor

    letters = ["<pad>", "<s>", "</s>", "<unk>", "|", *"abcdefghijklmnopqrstuvwxyz'"]
    vocabulary = folder / "vocab.json"
    vocabulary.write_text(json.dumps({letter: number for number, letter in enumerate(letters)}))
    processor = Wav2Vec2Processor(Wav2Vec2FeatureExtractor(), Wav2Vec2CTCTokenizer(str(vocabulary)))
    Wav2Vec2ForCTC(wav2vec2_config(vocab_size=len(letters), pad_token_id=0)).save_pretrained(folder)
    processor.save_pretrained(folder)


def object_detection(folder):
    from transformers import YolosConfig, YolosForObjectDetection, YolosImageProcessor

    torch.manual_seed(0)
    config = YolosConfig(**{**VISION, "image_size": [32, 32]}, num_detection_tokens=5, num_labels=3)
    YolosForObjectDetection(config).save_pretrained(folder)
    YolosImageProcessor(size={"shortest_edge": 32, "longest_edge": 64}).save_pretrained(folder)


def image_segmentation(folder):
    from transformers import SegformerConfig, SegformerForSemanticSegmentation, SegformerImageProcessor

    torch.manual_seed(0)
    config = SegformerConfig(
        depths=[1] * 4, hidden_sizes=[8, 8, 16, 16], num_attention_heads=[1, 1, 2, 2], decoder_hidden_size=16, mlp_ratios=[2] * 4, num_labels=3
    )
    SegformerForSemanticSegmentation(config).save_pretrained(folder)
    SegformerImageProcessor(size={"height": 32, "width": 32}).save_pretrained(folder)


def depth_estimation(folder):
    from transformers import DPTConfig, DPTForDepthEstimation, DPTImageProcessor

    torch.manual_seed(0)
    config = DPTConfig(
        **{**VISION, "num_hidden_layers": 4},
        backbone_out_indices=[0, 1, 2, 3],
        neck_hidden_sizes=[16] * 4,
        fusion_hidden_size=16,
        is_hybrid=False,
    )
    DPTForDepthEstimation(config).save_pretrained(folder)
    DPTImageProcessor(size={"height": 32, "width": 32}).save_pretrained(folder)


def image_feature_extraction(folder):
    from transformers import ViTConfig, ViTImageProcessor, ViTModel

    torch.manual_seed(0)
    ViTModel(ViTConfig(**VISION)).save_pretrained(folder)
    ViTImageProcessor(size={"height": 32, "width": 32}).save_pretrained(folder)


def zero_shot_classification(folder):
    labels = ["contradiction", "neutral", "entailment"]
    tiny.save_bert(
        folder,
        "BertForSequenceClassification",
        id2label=dict(enumerate(labels)),
        label2id={label: number for number, label in enumerate(labels)},
    )


def clip_tokenizer():
    """Returns a tokenizer whose tokens are letters, and letters at the end of a word."""
    from transformers import CLIPTokenizer

    letters = [chr(code) for code in range(33, 127)]
    tokens = ["<|startoftext|>", "<|endoftext|>", *letters, *(f"{letter}</w>" for letter in letters)]
    return CLIPTokenizer(vocab={token: number for number, token in enumerate(tokens)}, merges=[], model_max_length=77), len(tokens)


def clip_text_config(size, **settings):
    from transformers import CLIPTextConfig

    return CLIPTextConfig(
        vocab_size=size,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        projection_dim=16,
        bos_token_id=0,
        eos_token_id=1,
        pad_token_id=1,
        **settings,
    )


def zero_shot_image_classification(folder):
    from transformers import CLIPConfig, CLIPImageProcessor, CLIPModel, CLIPProcessor, CLIPVisionConfig

    torch.manual_seed(0)
    tokenizer, size = clip_tokenizer()
    config = CLIPConfig(text_config=clip_text_config(size).to_dict(), vision_config=CLIPVisionConfig(**VISION).to_dict(), projection_dim=16)
    CLIPModel(config).save_pretrained(folder)
    picture = CLIPImageProcessor(size={"shortest_edge": 32}, crop_size={"height": 32, "width": 32})
    CLIPProcessor(image_processor=picture, tokenizer=tokenizer).save_pretrained(folder)


def zero_shot_object_detection(folder):
    from transformers import OwlViTConfig, OwlViTForObjectDetection, OwlViTImageProcessor, OwlViTProcessor

    torch.manual_seed(0)
    tokenizer, size = clip_tokenizer()
    text = {**clip_text_config(size).to_dict(), "max_position_embeddings": 16}
    tokenizer.model_max_length = 16
    tokenizer.pad_token = "<|endoftext|>"
    config = OwlViTConfig(text_config=text, vision_config=dict(VISION), projection_dim=32)
    OwlViTForObjectDetection(config).save_pretrained(folder)
    picture = OwlViTImageProcessor(size={"height": 32, "width": 32})
    OwlViTProcessor(image_processor=picture, tokenizer=tokenizer).save_pretrained(folder)


def mask_generation(folder):
    from transformers import SamConfig, SamImageProcessor, SamModel, SamProcessor

    torch.manual_seed(0)
    config = SamConfig(
        vision_config={
            "hidden_size": 16,
            "output_channels": 16,
            "num_hidden_layers": 1,
            "num_attention_heads": 2,
            "image_size": 64,
            "patch_size": 8,
            "num_pos_feats": 8,
            "mlp_dim": 32,
            "window_size": 4,
            "global_attn_indexes": [0],
        },
        prompt_encoder_config={"hidden_size": 16, "image_size": 64, "patch_size": 8, "mask_input_channels": 4},
        mask_decoder_config={"hidden_size": 16, "mlp_dim": 32, "num_attention_heads": 2, "iou_head_hidden_dim": 16, "num_hidden_layers": 1},
    )
    SamModel(config).save_pretrained(folder)
    picture = SamImageProcessor(size={"longest_edge": 64}, pad_size={"height": 64, "width": 64}, mask_size={"longest_edge": 16})
    SamProcessor(picture).save_pretrained(folder)


def table_question_answering(folder):
    from transformers import TapasConfig, TapasForQuestionAnswering, TapasTokenizer

    torch.manual_seed(0)
    words = [*tiny.SPECIAL, "[EMPTY]", *tiny.WORDS, "port", "ships", "palma", "how", "many", "are", "12", "7"]
    vocabulary = folder / "vocab.txt"
    vocabulary.write_text("\n".join(dict.fromkeys(words)) + "\n")
    config = TapasConfig(
        vocab_size=len(dict.fromkeys(words)),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=64,
        num_aggregation_labels=4,
    )
    TapasForQuestionAnswering(config).save_pretrained(folder)
    TapasTokenizer(str(vocabulary), model_max_length=64).save_pretrained(folder)


def image_text_to_text(folder):
    from transformers import BlipConfig, BlipForConditionalGeneration, BlipImageProcessor, BlipProcessor

    torch.manual_seed(0)
    text = {**tiny.bert_config().to_dict(), "encoder_hidden_size": 32, "is_decoder": True, "bos_token_id": 2, "sep_token_id": 3, "eos_token_id": 3}
    del text["model_type"]
    BlipForConditionalGeneration(BlipConfig(text_config=text, vision_config=dict(VISION), projection_dim=16)).save_pretrained(folder)
    BlipProcessor(BlipImageProcessor(size={"height": 32, "width": 32}), tiny.tokenizer()).save_pretrained(folder)


def picture_chat(folder):
    save_llava(
        folder,
        "{% for message in messages %}{{ message['role'] }} : {% for part in message['content'] %}"
        "{% if part['type'] == 'image' %}<image> {% else %}{{ part['text'] }} {% endif %}{% endfor %}{% endfor %}"
        "{% if add_generation_prompt %}assistant : {% endif %}",
    )


def save_llava(folder, template):
    from transformers import CLIPImageProcessor, CLIPVisionConfig, LlavaConfig, LlavaForConditionalGeneration, LlavaProcessor

    torch.manual_seed(0)
    tokenizer = tiny.tokenizer(with_chat=True)
    tokenizer.chat_template = None
    tokenizer.add_tokens(["<image>"], special_tokens=True)
    text = tiny.llama_config(len(tokenizer))
    config = LlavaConfig(
        vision_config=CLIPVisionConfig(**VISION).to_dict(), text_config=text.to_dict(), image_token_id=tokenizer.convert_tokens_to_ids("<image>")
    )
    LlavaForConditionalGeneration(config).save_pretrained(folder)
    picture = CLIPImageProcessor(size={"shortest_edge": 32}, crop_size={"height": 32, "width": 32})
    LlavaProcessor(
        image_processor=picture,
        tokenizer=tokenizer,
        patch_size=8,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        chat_template=template,
    ).save_pretrained(folder)


def text_to_speech(folder):
    from transformers import VitsConfig, VitsModel, VitsTokenizer

    torch.manual_seed(0)
    letters = {letter: number for number, letter in enumerate([" ", *"abcdefghijklmnopqrstuvwxyz'", "<unk>"])}
    vocabulary = folder / "vocab.json"
    vocabulary.write_text(json.dumps(letters))
    config = VitsConfig(
        vocab_size=len(letters),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        ffn_dim=32,
        flow_size=16,
        spectrogram_bins=9,
        duration_predictor_num_flows=1,
        duration_predictor_filter_channels=16,
        prior_encoder_num_flows=1,
        prior_encoder_num_wavenet_layers=1,
        posterior_encoder_num_wavenet_layers=1,
        wavenet_kernel_size=3,
        upsample_initial_channel=16,
        upsample_rates=[2, 2],
        upsample_kernel_sizes=[4, 4],
        resblock_kernel_sizes=[3],
        resblock_dilation_sizes=[[1]],
    )
    VitsModel(config).save_pretrained(folder)
    VitsTokenizer(str(vocabulary), language="eng", phonemize=False, is_uroman=False).save_pretrained(folder)


def stable_diffusion_parts(channels=4):
    from diffusers import AutoencoderKL, DDIMScheduler, UNet2DConditionModel
    from transformers import CLIPTextModel

    torch.manual_seed(0)
    tokenizer, size = clip_tokenizer()
    return {
        "unet": UNet2DConditionModel(
            sample_size=8,
            in_channels=channels,
            block_out_channels=(8, 8),
            norm_num_groups=4,
            layers_per_block=1,
            attention_head_dim=2,
            cross_attention_dim=32,
            down_block_types=("DownBlock2D", "CrossAttnDownBlock2D"),
            up_block_types=("CrossAttnUpBlock2D", "UpBlock2D"),
        ),
        "vae": AutoencoderKL(
            block_out_channels=(8, 8), norm_num_groups=4, down_block_types=("DownEncoderBlock2D",) * 2, up_block_types=("UpDecoderBlock2D",) * 2
        ),
        "scheduler": DDIMScheduler(steps_offset=1, clip_sample=False),
        "text_encoder": CLIPTextModel(clip_text_config(size)),
        "tokenizer": tokenizer,
        "safety_checker": None,
        "feature_extractor": None,
    }


def text_to_image(folder):
    from diffusers import StableDiffusionPipeline

    StableDiffusionPipeline(**stable_diffusion_parts(), requires_safety_checker=False).save_pretrained(folder)


def inpainting(folder):
    from diffusers import StableDiffusionInpaintPipeline

    StableDiffusionInpaintPipeline(**stable_diffusion_parts(channels=9), requires_safety_checker=False).save_pretrained(folder)


def picture_editing(folder):
    from diffusers import StableDiffusionInstructPix2PixPipeline

    StableDiffusionInstructPix2PixPipeline(**stable_diffusion_parts(channels=8), requires_safety_checker=False).save_pretrained(folder)


def controlnet(folder):
    from diffusers import ControlNetModel

    torch.manual_seed(0)
    ControlNetModel.from_unet(stable_diffusion_parts()["unet"], conditioning_embedding_out_channels=(4, 8)).save_pretrained(folder)


def lora(folder):
    from diffusers import StableDiffusionPipeline
    from peft import LoraConfig, get_peft_model_state_dict

    unet = stable_diffusion_parts()["unet"]
    unet.add_adapter(LoraConfig(r=2, target_modules=["to_q", "to_v"]))
    StableDiffusionPipeline.save_lora_weights(folder, unet_lora_layers=get_peft_model_state_dict(unet))


def textual_inversion(folder):
    from safetensors.torch import save_file

    torch.manual_seed(0)
    save_file({"<harbour>": torch.randn(1, 32)}, folder / "learned_embeds.safetensors")


def text_to_video(folder):
    from diffusers import TextToVideoSDPipeline, UNet3DConditionModel

    parts = stable_diffusion_parts()
    for name in ("safety_checker", "feature_extractor"):
        del parts[name]
    parts["unet"] = UNet3DConditionModel(
        sample_size=8,
        block_out_channels=(8, 8),
        norm_num_groups=4,
        layers_per_block=1,
        attention_head_dim=2,
        cross_attention_dim=32,
        down_block_types=("CrossAttnDownBlock3D", "DownBlock3D"),
        up_block_types=("UpBlock3D", "CrossAttnUpBlock3D"),
    )
    TextToVideoSDPipeline(**parts).save_pretrained(folder)

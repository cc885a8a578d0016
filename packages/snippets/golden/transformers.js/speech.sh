# Install
npm install @huggingface/transformers

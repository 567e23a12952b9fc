"""From the tflite files that others publish to ONNX with a free batch axis; numpy and onnx only."""

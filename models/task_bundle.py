"""MediaPipe task files made from the cached originals, for mediapipe's own programming interface.

It serves to find hands from scratch where ours has lost them, and as the reference that ours is measured against.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from io import BytesIO
from typing import Final

import flatbuffers
from mediapipe.tasks.metadata import metadata_schema_py_generated as metadata_schema
from mediapipe.tasks.metadata import schema_py_generated as schema

from models import store
from models.pixels import MINUS_ONE_TO_ONE, ZERO_TO_ONE, PixelScale

_ALIGNMENT: Final = 4  # mediapipe maps members into memory as they lie
_PADDING_FIELD: Final = 0xD935  # the zip extra field that Android's zipalign uses for this


def hand_bundle() -> bytes:
    """A hand landmarker task; raises WeightsMissing or WeightsCorrupt."""
    return _bundle(
        {
            "hand_detector.tflite": store.original("palm_detection").read_bytes(),
            "hand_landmarks_detector.tflite": store.original("hand_landmark").read_bytes(),
        }
    )


def pose_bundle() -> bytes:
    """A pose landmarker task; raises WeightsMissing or WeightsCorrupt."""
    return _bundle(
        {
            "pose_detector.tflite": _with_scale(store.original("pose_detection").read_bytes(), MINUS_ONE_TO_ONE),
            "pose_landmarks_detector.tflite": _with_scale(store.original("pose_landmark").read_bytes(), ZERO_TO_ONE),
        }
    )


def _bundle(members: Mapping[str, bytes]) -> bytes:
    """An uncompressed zip whose members begin at multiples of four bytes."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, content in members.items():
            entry = zipfile.ZipInfo(name)
            begins = file.tell() + 30 + len(name) + 4  # local header, name, and the extra field's own header
            padding = -begins % _ALIGNMENT
            entry.extra = _PADDING_FIELD.to_bytes(2, "little") + padding.to_bytes(2, "little") + bytes(padding)
            archive.writestr(entry, content)
    return file.getvalue()


def _with_scale(content: bytes, scale: PixelScale) -> bytes:
    """The network with metadata that say how bytes enter it, which the task interface insists on."""
    if b"TFLITE_METADATA" in content:
        return content
    model = schema.ModelT.InitFromPackedBuf(content, 0)
    buffer, entry = schema.BufferT(), schema.MetadataT()
    buffer.data = list(_scale_metadata(scale))
    model.buffers.append(buffer)
    entry.name, entry.buffer = "TFLITE_METADATA", len(model.buffers) - 1
    model.metadata = [*(model.metadata or []), entry]
    return _packed(model, b"TFL3")


def _scale_metadata(scale: PixelScale) -> bytes:
    """MediaPipe's (byte - mean) / std in place of our byte / divisor + offset."""
    normalization = metadata_schema.NormalizationOptionsT()
    normalization.mean, normalization.std = [-scale.offset * scale.divisor], [scale.divisor]
    unit, tensor = metadata_schema.ProcessUnitT(), metadata_schema.TensorMetadataT()
    unit.optionsType, unit.options = metadata_schema.ProcessUnitOptions.NormalizationOptions, normalization
    tensor.name, tensor.processUnits = "image", [unit]
    tensor.content = metadata_schema.ContentT()
    tensor.content.contentPropertiesType = metadata_schema.ContentProperties.ImageProperties
    tensor.content.contentProperties = metadata_schema.ImagePropertiesT()
    tensor.content.contentProperties.colorSpace = metadata_schema.ColorSpaceType.RGB
    graph, model = metadata_schema.SubGraphMetadataT(), metadata_schema.ModelMetadataT()
    graph.inputTensorMetadata = [tensor]
    model.subgraphMetadata = [graph]
    return _packed(model, b"M001")


def _packed(table: object, identifier: bytes) -> bytes:
    builder = flatbuffers.Builder(0)
    builder.Finish(table.Pack(builder), identifier)  # type: ignore[attr-defined]
    return bytes(builder.Output())

"""Another tosa_serializer."""

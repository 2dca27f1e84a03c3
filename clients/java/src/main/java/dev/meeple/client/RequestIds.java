package dev.meeple.client;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.List;
import java.util.UUID;

/** Request ids of requests that have none. */
final class RequestIds {
  private static final String FIELD = "request_id";

  private RequestIds() {}

  /**
   * The request, or a copy of it, in which every request id is set: also those of the games of an
   * AllocateGamesRequest. Ids that the caller chose stay.
   */
  @SuppressWarnings("unchecked")
  static <T extends Message> T fill(T request) {
    Message.Builder builder = request.toBuilder();
    fillOne(builder);
    for (FieldDescriptor field : request.getAllFields().keySet()) {
      if (field.isRepeated() && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !field.isMapField()) {
        fillParts(builder, field);
      }
    }
    return (T) builder.build();
  }

  private static void fillParts(Message.Builder builder, FieldDescriptor field) {
    List<?> parts = (List<?>) builder.getField(field);
    for (int i = 0; i < parts.size(); ++i) {
      Message.Builder part = ((Message) parts.get(i)).toBuilder();
      fillOne(part);
      builder.setRepeatedField(field, i, part.build());
    }
  }

  private static void fillOne(Message.Builder builder) {
    FieldDescriptor field = builder.getDescriptorForType().findFieldByName(FIELD);
    if (field != null && ((String) builder.getField(field)).isEmpty()) {
      builder.setField(field, UUID.randomUUID().toString());
    }
  }
}

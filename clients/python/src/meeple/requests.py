"""What is done to every request before it is sent."""

import uuid

_FIELD = "request_id"


def with_request_ids(request):
    """The request, or a copy of it, in which every request id is set: also those of the games of an
    AllocateGamesRequest. Ids that the caller chose stay."""
    if not any(_without_id(request)):
        return request
    copy = type(request)()
    copy.CopyFrom(request)
    for message in list(_without_id(copy)):
        message.request_id = str(uuid.uuid4())
    return copy


def _without_id(message):
    """The message and its direct parts that have a request id which is empty."""
    if _FIELD in message.DESCRIPTOR.fields_by_name and not message.request_id:
        yield message
    for field, value in message.ListFields():
        repeats_messages = field.is_repeated and field.message_type is not None
        if repeats_messages and _FIELD in field.message_type.fields_by_name:
            for part in value:
                yield from _without_id(part)


def bearer(token):
    """The metadata that carries a token; none for an empty one."""
    return (("authorization", f"Bearer {token}"),) if token else ()

package meeple

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// A caller is the connection as one caller uses it. Generated clients take it for a connection: it adds
// credential, request ids, deadline and repetition to each unary call and makes every error an *Error.
// Streams get the credential; Client.Watch does the rest.
type caller struct {
	conn    grpc.ClientConnInterface
	options *options
	token   string
}

// Invoke makes a unary call.
func (c *caller) Invoke(ctx context.Context, method string, request, response any, opts ...grpc.CallOption) error {
	ctx, cancel := c.prepare(ctx)
	defer cancel()
	request = withRequestIDs(request)
	backoff := newBackoff(c.options)
	for {
		err := c.conn.Invoke(ctx, method, request, response, opts...)
		if err == nil {
			return nil
		}
		failure := toError(err)
		if !failure.transient() || !sleep(ctx, backoff.delay(failure.RetryDelay)) {
			return failure
		}
	}
}

// NewStream opens a stream.
func (c *caller) NewStream(ctx context.Context, desc *grpc.StreamDesc, method string, opts ...grpc.CallOption) (grpc.ClientStream, error) {
	stream, err := c.conn.NewStream(c.identified(ctx), desc, method, opts...)
	if err != nil {
		return nil, toError(err)
	}
	return typedStream{stream}, nil
}

// A typedStream is a stream whose errors are *Error.
type typedStream struct{ grpc.ClientStream }

func (s typedStream) RecvMsg(message any) error {
	err := s.ClientStream.RecvMsg(message)
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return toError(err)
}

func (c *caller) prepare(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx = c.identified(ctx)
	if _, limited := ctx.Deadline(); limited {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, c.options.timeout)
}

func (c *caller) identified(ctx context.Context) context.Context {
	if c.token == "" {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+c.token)
}

// sleep waits; false, at once, if the context would end before, or once it does.
func sleep(ctx context.Context, delay time.Duration) bool {
	if deadline, limited := ctx.Deadline(); limited && time.Until(deadline) <= delay {
		return false
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// withRequestIDs is the request, or a copy of it, in which every request id is set: also those of the games
// of an AllocateGamesRequest. Ids that the caller chose stay.
func withRequestIDs(request any) any {
	message, ok := request.(proto.Message)
	if !ok || !setRequestIDs(message.ProtoReflect(), false) {
		return request
	}
	message = proto.Clone(message)
	setRequestIDs(message.ProtoReflect(), true)
	return message
}

// setRequestIDs finds the empty request ids of a message and of its repeated parts and, if told to, sets
// them. It returns whether there were any.
func setRequestIDs(message protoreflect.Message, set bool) bool {
	found := false
	if field := requestIDField(message.Descriptor()); field != nil && !message.Has(field) {
		found = true
		if set {
			message.Set(field, protoreflect.ValueOfString(newRequestID()))
		}
	}
	message.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		if field.IsList() && field.Message() != nil && requestIDField(field.Message()) != nil {
			for i := range value.List().Len() {
				found = setRequestIDs(value.List().Get(i).Message(), set) || found
			}
		}
		return true
	})
	return found
}

func requestIDField(message protoreflect.MessageDescriptor) protoreflect.FieldDescriptor {
	return message.Fields().ByName("request_id")
}

// newRequestID is a random UUID.
func newRequestID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the program instead
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

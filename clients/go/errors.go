package meeple

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/meeple/meeple/clients/go/meeplev1"
)

const (
	errorDomain  = "meeple.v1"
	reasonPrefix = "ERROR_REASON_"
)

// An Error is a call that did not succeed.
//
//	var refused *meeple.Error
//	if errors.As(err, &refused) && refused.Reason == meeplev1.ErrorReason_ERROR_REASON_NOT_YOUR_TURN { ... }
type Error struct {
	// Code is the status code of gRPC.
	Code codes.Code
	// Message is what the server, or the transport, says to people.
	Message string
	// Reason is why the server refused; unspecified where the transport made the error, and for a reason
	// that this package is too old to know.
	Reason meeplev1.ErrorReason
	// ReasonName is the reason as sent, such as "NOT_YOUR_TURN"; empty where there is none.
	ReasonName string
	// Metadata has facts about the reason by name, such as "to_move".
	Metadata map[string]string
	// Fields tells what is wrong with fields of the request.
	Fields []*errdetails.BadRequest_FieldViolation
	// RetryDelay is how long the server asks to wait before the next try, if AsksForRetry.
	RetryDelay time.Duration
	// AsksForRetry is true if the server says that waiting helps.
	AsksForRetry bool

	status *status.Status
	gap    bool // the stream left out events
}

// Error says what happened, beginning with the reason or, where there is none, the code.
func (e *Error) Error() string {
	if e.ReasonName != "" {
		return fmt.Sprintf("%s: %s", e.ReasonName, e.Message)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Message)
}

// GRPCStatus lets package status read the error.
func (e *Error) GRPCStatus() *status.Status { return e.status }

// Is makes a deadline and a cancellation recognisable as those of a context.
func (e *Error) Is(target error) bool {
	return target == context.DeadlineExceeded && e.Code == codes.DeadlineExceeded && e.ReasonName == "" ||
		target == context.Canceled && e.Code == codes.Canceled && e.ReasonName == ""
}

// ReasonOf is the reason of an [*Error] in err's chain; unspecified where there is none.
func ReasonOf(err error) meeplev1.ErrorReason {
	var refused *Error
	if errors.As(err, &refused) {
		return refused.Reason
	}
	return meeplev1.ErrorReason_ERROR_REASON_UNSPECIFIED
}

// toError reads the details of an error of gRPC.
func toError(err error) *Error {
	var already *Error
	if errors.As(err, &already) {
		return already
	}
	from := status.Convert(err)
	result := &Error{Code: from.Code(), Message: from.Message(), status: from}
	for _, detail := range from.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			if detail.GetDomain() == errorDomain {
				result.ReasonName, result.Metadata = detail.GetReason(), detail.GetMetadata()
				result.Reason = meeplev1.ErrorReason(meeplev1.ErrorReason_value[reasonPrefix+result.ReasonName])
			}
		case *errdetails.BadRequest:
			result.Fields = detail.GetFieldViolations()
		case *errdetails.RetryInfo:
			result.RetryDelay, result.AsksForRetry = detail.GetRetryDelay().AsDuration(), true
		}
	}
	return result
}

// transient is true if the same call, with the same request id, may succeed a little later.
func (e *Error) transient() bool {
	if e.AsksForRetry || e.Code == codes.Unavailable {
		return true
	}
	return e.ReasonName == "" &&
		(e.Code == codes.Canceled || e.Code == codes.Internal || e.Code == codes.Unknown)
}

// resumable is true if a watch that ended so can be taken up again after its last event.
func (e *Error) resumable() bool {
	return e.transient() || e.Reason == meeplev1.ErrorReason_ERROR_REASON_WATCHER_LAGGING ||
		e.ReasonName == "" && e.Code == codes.DeadlineExceeded || e.gap
}

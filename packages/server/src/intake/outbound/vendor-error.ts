export const VENDOR_FAULTS = {
	outage: 'unreachable or not responding as expected',
	limit: 'rate limit reached',
	refused: 'request rejected',
	shape: 'unexpected response',
	package: 'package not installed',
} as const;
export type VendorFault = keyof typeof VENDOR_FAULTS;

export interface VendorErrorDetails {
	/** For `shape` faults: path inside the response, such as 'bars.AAPL.0.c', or '(body)' for the whole response. */
	field?: string;
	/** HTTP status, if there was a response. */
	status?: number;
	/** Milliseconds after which the vendor allows a retry. */
	retryAfter?: number;
	cause?: unknown;
}

/** A failed request to a vendor. The message never contains keys, or URLs with keys. */
export class VendorError extends Error {
	override readonly name = 'VendorError';
	readonly vendor: string;
	/** Kind of request, such as 'bars' or 'corporate actions'. */
	readonly call: string;
	readonly fault: VendorFault;
	readonly field: string | undefined;
	readonly status: number | undefined;
	readonly retryAfter: number | undefined;
	constructor(vendor: string, call: string, fault: VendorFault, description: string, details: VendorErrorDetails = {}) {
		const field = details.field === undefined ? '' : ` at ${details.field}`;
		super(`${vendor}, ${call}: ${VENDOR_FAULTS[fault]}${field}. ${description}`, { cause: details.cause });
		this.vendor = vendor;
		this.call = call;
		this.fault = fault;
		this.field = details.field;
		this.status = details.status;
		this.retryAfter = details.retryAfter;
	}
	/** Whether the same request can succeed later. */
	get isTemporary(): boolean {
		return this.fault === 'outage' || this.fault === 'limit';
	}
}

export const VENDOR_FAULTS = {
	outage: 'unreachable or not responding as expected',
	limit: 'rate limit reached',
	refused: 'request rejected',
	shape: 'unexpected response',
	package: 'package not installed',
} as const;
export type VendorFault = keyof typeof VENDOR_FAULTS;

export interface VendorFaultDetails {
	/** Path inside the answer, 'bars.AAPL.0.c'; '(body)' for the answer as a whole. Of shape faults. */
	field?: string;
	/** HTTP status, when there was one. */
	status?: number;
	/** Milliseconds after which the vendor wants to be asked again. */
	retryAfter?: number;
	cause?: unknown;
}

/** Anything that goes wrong between us and a vendor. The message never holds keys or addresses with keys. */
export class VendorError extends Error {
	override readonly name = 'VendorError';
	readonly vendor: string;
	/** What was asked for, 'bars', 'corporate actions'. */
	readonly call: string;
	readonly fault: VendorFault;
	readonly field: string | undefined;
	readonly status: number | undefined;
	readonly retryAfter: number | undefined;
	constructor(vendor: string, call: string, fault: VendorFault, description: string, details: VendorFaultDetails = {}) {
		const field = details.field === undefined ? '' : ` at ${details.field}`;
		super(`${vendor}, ${call}: ${VENDOR_FAULTS[fault]}${field}. ${description}`, { cause: details.cause });
		this.vendor = vendor;
		this.call = call;
		this.fault = fault;
		this.field = details.field;
		this.status = details.status;
		this.retryAfter = details.retryAfter;
	}
	/** Whether the same request may succeed later. */
	get isPassing(): boolean {
		return this.fault === 'outage' || this.fault === 'limit';
	}
}

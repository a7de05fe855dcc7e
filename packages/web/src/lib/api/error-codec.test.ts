import { expect, it } from 'vitest';
import { ApiError, apiError } from './api-error.ts';
import { apiErrors } from './error-codec.ts';

it('takes status, words and named fields of a failure to the browser, not the answer itself', () => {
	const body = { status: 400, title: 'Malformed request parameters', detail: 'No.', errors: [{ field: 'id', message: 'No.' }] };
	const failed = apiError({ status: 400, body, text: JSON.stringify(body), headers: new Headers({ 'x-request-id': 'a' }) });
	const sent = apiErrors.toSerializable(failed);
	expect(Object.keys(sent)).toEqual(['status', 'problem', 'message']);
	const come = apiErrors.fromSerializable(sent);
	expect(come).toBeInstanceOf(ApiError);
	expect(come).toMatchObject({ status: 400, message: 'No.', problem: body, text: undefined, headers: undefined });
	expect(apiErrors.fromSerializable(apiErrors.toSerializable(new ApiError(0, undefined, 'Gone.'))).problem).toBeUndefined();
});

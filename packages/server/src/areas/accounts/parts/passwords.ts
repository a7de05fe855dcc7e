import { COMMON_PASSWORD } from '@sw/domain/access/account-forms';
import { malformed, Problem } from '../../../platform/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** 400 about the field for a common password. */
export function refuseCommon(field: string, password: string, email: string): void {
	if (isCommonPassword(password, email)) throw malformed(field, COMMON_PASSWORD);
}

/** 422 about the field: the request is well-formed, but its value is wrong. */
export function unprocessable(field: string, message: string): Problem {
	return new Problem('unprocessable', { errors: [{ field, message }] });
}

import { COMMON_PASSWORD } from '@sw/domain/access/account-forms';
import { malformed, Problem } from '../../../platform/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** 400 about the field when everybody would try this password first. */
export const refuseCommon = (field: string, password: string, email: string): void => {
	if (isCommonPassword(password, email)) throw malformed(field, COMMON_PASSWORD);
};

/** 422 about the field: the request is well formed, what it says is not so. */
export const unprocessable = (field: string, message: string): Problem => new Problem('unprocessable', { errors: [{ field, message }] });

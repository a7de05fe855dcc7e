import { expect, it } from 'vitest';
import { importOptionalPackage } from './optional-package.ts';

it('a missing package is reported with what to install', async () => {
	await expect(importOptionalPackage('yahoo', '@sw/no-such-package')).rejects.toMatchObject({
		vendor: 'yahoo',
		fault: 'package',
		message: expect.stringMatching(/@sw\/no-such-package isn't installed\. .*npm start/),
	});
});

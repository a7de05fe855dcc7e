import { expect, it } from 'vitest';
import { describeMemoryShortage } from './memory.ts';

it('names the available and the needed memory and what to raise', () => {
	expect(describeMemoryShortage({ totalBytes: 16e9, containerLimitBytes: 0.8e9 })).toBe(
		"0.8 GB of memory are available and at least 1.5 GB are needed: the process may be killed while it catches up. Raise the container's memory limit.",
	);
	expect(describeMemoryShortage({ totalBytes: 1e9, containerLimitBytes: undefined })).toContain('Raise the memory of the machine.');
});

it('is silent where there is enough, also without a limit or with one above the memory of the machine', () => {
	expect(describeMemoryShortage({ totalBytes: 2e9, containerLimitBytes: 0 })).toBeUndefined();
	expect(describeMemoryShortage({ totalBytes: 2e9, containerLimitBytes: undefined })).toBeUndefined();
	expect(describeMemoryShortage({ totalBytes: 2e9, containerLimitBytes: 2 ** 64 })).toBeUndefined();
	expect(describeMemoryShortage({ totalBytes: 16e9, containerLimitBytes: 1.5e9 })).toBeUndefined();
});

// Links made by hand, as another program, or somebody with bad intentions, would make them.

import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

/** The fragment of a link that holds this JSON, right in every respect but for what it holds. */
export function packed(json) {
  const bytes = Buffer.from(JSON.stringify(json));
  const payload = deflateRawSync(bytes).toString('base64url');
  const check = createHash('sha256').update(bytes).digest().subarray(0, 6).toString('base64url');
  return `#s1.d.${payload.length}.${payload}.${check}E`;
}

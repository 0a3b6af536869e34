/** Signature verification (Standard Webhooks) with the standard library of each language. */

export interface Snippet {
  language: 'JavaScript' | 'Python' | 'Java' | 'Go';
  code: string;
}

export const SNIPPETS: readonly Snippet[] = [
  {
    language: 'JavaScript',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody: the exact bytes that arrived, before any JSON parsing
export function verify(secret, headers, rawBody) {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[\`webhook-\${name}\`]);
  if (!id || !time || !signatures) throw new Error('Not signed');
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) throw new Error('Too old');
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(rawBody).digest();
  // Two signatures while a secret is rotated: one match is enough.
  const isValid = signatures.split(' ').some((one) => {
    const [version, text = ''] = one.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isValid) throw new Error('Wrong signature');
  return JSON.parse(rawBody.toString());
}`,
  },
  {
    language: 'Python',
    code: `import base64, hashlib, hmac, json, time

# raw_body: the exact bytes that arrived, before any JSON parsing
def verify(secret, headers, raw_body):
    event_id, sent, signatures = (headers.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not (event_id and sent and signatures):
        raise ValueError("Not signed")
    if abs(time.time() - int(sent)) > 300:
        raise ValueError("Too old")
    key = base64.b64decode(secret.replace("whsec_", ""))
    signed = f"{event_id}.{sent}.".encode() + raw_body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # Two signatures while a secret is rotated: one match is enough.
    if not any(hmac.compare_digest(expected, one) for one in signatures.encode().split(b" ")):
        raise ValueError("Wrong signature")
    return json.loads(raw_body)`,
  },
  {
    language: 'Java',
    code: `import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Verifier {
  // rawBody: the exact bytes that arrived, before any JSON parsing
  static boolean verify(String secret, String id, String time, String signatures, byte[] rawBody)
      throws Exception {
    if (id == null || time == null || signatures == null || !time.matches("[0-9]{1,12}")) return false;
    if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(time)) > 300) return false;
    byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + time + ".").getBytes(StandardCharsets.UTF_8));
    String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(rawBody));
    // Two signatures while a secret is rotated: one match is enough.
    for (String one : signatures.split(" "))
      if (MessageDigest.isEqual(
          expected.getBytes(StandardCharsets.UTF_8), one.getBytes(StandardCharsets.UTF_8))) return true;
    return false;
  }
}`,
  },
  {
    language: 'Go',
    code: `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// rawBody: the exact bytes that arrived, before any JSON parsing
func verify(secret string, header http.Header, rawBody []byte) bool {
	sent, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	age := time.Now().Unix() - sent
	if err != nil || age > 300 || age < -300 {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("webhook-id") + "." + header.Get("webhook-timestamp") + "."))
	mac.Write(rawBody)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// Two signatures while a secret is rotated: one match is enough.
	for _, one := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(expected), []byte(one)) {
			return true
		}
	}
	return false
}`,
  },
];

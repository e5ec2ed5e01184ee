package supplychain.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates and private keys as openssl and certbot write them (RFC 7468). */
final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
  private static final int SEQUENCE = 0x30;
  private static final int OCTET_STRING = 4;
  private static final int MOST_IN_ONE_OCTET = 0x7F;
  private static final byte[] VERSION_0 = {2, 1, 0};

  private Pem() {}

  private record Block(String label, String text) {
    byte[] bytes() throws GeneralSecurityException {
      try {
        return Base64.getMimeDecoder().decode(text);
      } catch (IllegalArgumentException e) {
        throw new GeneralSecurityException("it is not Base64", e);
      }
    }
  }

  /** The certificates of a file, in their order. */
  static List<Certificate> certificates(byte[] file) throws GeneralSecurityException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<Certificate> certificates = new ArrayList<>();
    for (Block block : blocks(file)) {
      if (block.label.equals("CERTIFICATE")) {
        certificates.add(factory.generateCertificate(new ByteArrayInputStream(block.bytes())));
      }
    }
    return certificates;
  }

  /** Whether the private key of a file needs a password. */
  static boolean isEncryptedKey(byte[] file) {
    return key(file).filter(key -> (key.label + key.text).contains("ENCRYPTED")).isPresent();
  }

  /**
   * The first private key of a file, in PKCS#8, PKCS#1 or SEC 1.
   *
   * @param publicKey the other half of the key, which says what kind of key it is
   * @return empty where there is none
   * @throws GeneralSecurityException if it is encrypted, broken or of another kind
   */
  static Optional<PrivateKey> privateKey(byte[] file, PublicKey publicKey)
      throws GeneralSecurityException {
    Optional<Block> key = key(file);
    if (key.isEmpty()) {
      return Optional.empty();
    }
    byte[] bytes = key.get().bytes();
    byte[] der = key.get().label.equals("PRIVATE KEY") ? bytes : pkcs8(bytes, publicKey);
    KeyFactory factory = KeyFactory.getInstance(publicKey.getAlgorithm());
    return Optional.of(factory.generatePrivate(new PKCS8EncodedKeySpec(der)));
  }

  private static Optional<Block> key(byte[] file) {
    return blocks(file).stream().filter(block -> block.label.endsWith("PRIVATE KEY")).findFirst();
  }

  private static List<Block> blocks(byte[] file) {
    Matcher block = BLOCK.matcher(new String(file, StandardCharsets.ISO_8859_1));
    List<Block> blocks = new ArrayList<>();
    while (block.find()) {
      blocks.add(new Block(block.group(1), block.group(2)));
    }
    return blocks;
  }

  /**
   * PKCS#8 around a bare key: version, kind, key. The kind, with the curve where there is one, is
   * written at the start of the public key in the same form (RFC 5208, 5; RFC 5280, 4.1).
   */
  private static byte[] pkcs8(byte[] bare, PublicKey publicKey) {
    ByteBuffer all = ByteBuffer.wrap(publicKey.getEncoded());
    enter(all);
    int start = all.position();
    int length = enter(all);
    byte[] kind = new byte[all.position() - start + length];
    all.position(start).get(kind);
    return tagged(SEQUENCE, VERSION_0, kind, tagged(OCTET_STRING, bare));
  }

  /** Goes to the content of the element (X.690, 8.1) at which the buffer stands; its length. */
  private static int enter(ByteBuffer der) {
    der.get();
    int length = der.get();
    if (length >= 0) {
      return length;
    }
    int longLength = 0;
    for (int octets = length & MOST_IN_ONE_OCTET; octets > 0; octets--) {
      longLength = (longLength << 8) | (der.get() & 0xFF);
    }
    return longLength;
  }

  private static byte[] tagged(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream der = new ByteArrayOutputStream();
    der.write(tag);
    int length = content.size();
    if (length > MOST_IN_ONE_OCTET) {
      int octets = Integer.BYTES - Integer.numberOfLeadingZeros(length) / Byte.SIZE;
      der.write(MOST_IN_ONE_OCTET + 1 + octets);
      for (int shift = (octets - 1) * Byte.SIZE; shift > 0; shift -= Byte.SIZE) {
        der.write(length >> shift);
      }
    }
    der.write(length);
    der.writeBytes(content.toByteArray());
    return der.toByteArray();
  }
}

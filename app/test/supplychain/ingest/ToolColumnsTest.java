package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Reply;
import supplychain.core.Json;

/** The columns that Kobo, ODK and other tools add to each of their tables. */
class ToolColumnsTest extends PurchaseScene {
  private Reply farmers(String query, String columns) {
    String names = "first_name,country," + columns;
    String values = "Ruth,Uganda" + ",x".repeat(columns.split(",", -1).length);
    return scene.csv(FARMERS + query, names + "\n" + values + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "start,end,today,username,deviceid,_id,_uuid,_submission_time,_validation_status,_notes,"
            + "_status,_submitted_by,__version__,_tags,_index,formhub/uuid,meta/instanceID",
        "SubmissionDate,KEY,SubmitterID,SubmitterName,AttachmentsPresent,ReviewState,FormVersion,"
            + "meta-instanceID,simserial,subscriberid,gps-Altitude,gps-Accuracy",
        "ObjectID,GlobalID,CreationDate,Creator,EditDate,Editor,Shape__Area,Shape__Length",
        "fid,_gps_altitude,_gps_precision,OBJECTID",
        "S/N,#,Sr. No.,No urut"
      })
  void theyAreLeftOutAndNamed(String columns) {
    JsonNode summary = farmers("", columns).expect(200).counts();
    assertEquals(1, summary.get("new").asInt());
    assertEquals(
        Json.MAPPER.valueToTree(Arrays.asList(columns.split(",", -1))), summary.get("ignored"));
  }

  @Test
  void aRowWithValuesOnlyInColumnsThatAreLeftOutIsBlank() {
    String table = "S/N,first_name,country\n1,Ruth,Uganda\n2,,\n3,,\n,,\nPrepared by: Grace,,\n";
    JsonNode summary = scene.csv(FARMERS, table).expect(200).counts();
    assertEquals(1, summary.get("new").asInt());
    assertEquals("[\"S/N\"]", summary.get("ignored").toString());
    scene.csv(FARMERS, "S/N,first_name\n1,\n2,\n").expect(400, " required");
    scene.csv(FARMERS, "S/N,first_name,\n1,Ruth,\n2,,x\n").expect(400, "/3 columns");
  }

  @Test
  void theUserCanSayThatOneIsAColumnOfTheKind() {
    Reply reply = farmers("?rename=_notes:description", "_notes,_id");
    assertEquals("[\"_id\"]", reply.expect(200).counts().get("ignored").toString());
    String id = reply.lines().get(0).get("id").asText();
    assertEquals("x", scene.member.get(FARMERS + id + "/").at("/description"));
  }

  @Test
  void aNameThatMayMeanAFieldOfTheKindIsReadOrAFinding() {
    farmers("", "phonenumber").expect(400, "/1/phonenumber unknown_field");
    String table = "farmer,product,start,date_before,Kg\n%s,%s,2026-01-01,2027-01-01,5\n";
    Reply reply = scene.csv(ESTIMATES, table.formatted(farmer, product)).expect(200);
    assertTrue(reply.text().contains("\"start\":\"date_from\""), reply::text);
  }

  @Test
  void theKeyOfAFormFieldIsReadFirst() {
    UUID form = scene.world.form(scene.company, "FARMER");
    scene.world.field(form, "username", "TEXT", false, "[]");
    JsonNode summary = farmers("", "username,deviceid").expect(200).counts();
    assertEquals("submission.username", summary.at("/read_as/username").asText());
    assertEquals(List.of("deviceid"), Json.MAPPER.convertValue(summary.get("ignored"), List.class));
  }
}
